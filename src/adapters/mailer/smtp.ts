import { createTransport, type Transporter } from 'nodemailer'
import type { Mailer, MailFailure } from '../../ports/mailer.ts'
import { isUntrusted } from '../fetcher/refused.ts'
import { messageOf } from './message.ts'
import { type Limits, patience, usualLimits } from './patience.ts'
import { withLoginOverTls } from './smtp-login.ts'

/** `originalCode` is that of the connection, for which `code` is a class of errors. */
type SmtpError = Error & {
  readonly responseCode?: number
  readonly code?: string
  readonly originalCode?: string
  readonly command?: string
}

/** SMTP commands where a 5xx reply concerns this address or mail; elsewhere it concerns our account. */
const aboutTheMail: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA'])

const temporary = (reason: string): MailFailure => ({ permanent: false, reason })

/** Each repeat may be another copy for its recipient. */
const unconfirmed: MailFailure = {
  permanent: false,
  isUnsure: true,
  reason: 'the mail server did not confirm the mail, which may have arrived',
}

const withoutAnswer = (code: string): MailFailure =>
  temporary(
    isUntrusted(code)
      ? `the certificate of the mail server is not trusted (${code})`
      : `the mail server cannot be reached (${code})`,
  )

/** The failure, without the server's text, which may contain the address. */
const failureOf = ({ responseCode, code, originalCode, command }: SmtpError): MailFailure => {
  if (code === 'ETLS' && command === 'STARTTLS' && responseCode !== undefined)
    return temporary(
      `the mail server offers no TLS, without which the login of SMTP_URL is sent only to a server on the same machine (${responseCode})`,
    )
  if (responseCode === undefined && code === 'EENVELOPE') return { permanent: true, reason: 'the address is not valid' }
  if (responseCode === undefined) return withoutAnswer(originalCode ?? code ?? 'unknown error')
  if (code === 'EAUTH') return temporary(`the mail server rejected the login of SMTP_URL (${responseCode})`)
  if (responseCode < 500) return temporary(`the mail server temporarily rejected the mail (${responseCode})`)
  if (aboutTheMail.has(command))
    return { permanent: true, reason: `the mail server permanently rejected the mail (${responseCode})` }
  return temporary(`the mail server rejects all mail from this service: check SMTP_URL and MAIL_FROM (${responseCode})`)
}

/** Calls back when all of a mail has been read by its connection. */
const whenRead =
  (done: () => void): Parameters<Transporter['use']>[1] =>
  ({ message }, next) => {
    message.processFunc(content => content.once('end', done))
    next()
  }

export type SmtpOptions = Partial<Limits> & {
  readonly smtpUrl: string
  readonly mailFrom: string
  readonly domain: string
}

/**
 * Sends mail by SMTP. A server has 60 s to take a mail, and then five minutes to confirm it. A 5xx reply to the address or the content is
 * permanent; every other failure may be retried. A login is sent over TLS, or to a server on this machine.
 */
export const smtpMailer = ({ smtpUrl, mailFrom, domain, ...given }: SmtpOptions): Mailer => {
  const limits = { ...usualLimits, ...given }
  const settings = {
    url: withLoginOverTls(smtpUrl),
    // of both, and servers let unknown clients wait for their greeting
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    // the limits of a mail are its own
    socketTimeout: limits.deadlineMs + limits.answerMs,
    // an aborted mail must not wait for the server to close the connection
    socketCloseTimeout: 0,
  }
  return {
    async send(mail, signal) {
      const time = patience(limits, signal)
      // one for each mail, so that it knows how far this one is
      const transport = createTransport(settings).use('stream', whenRead(time.hasAll))
      try {
        await transport.sendMail({ ...messageOf(mail, mailFrom, domain), signal: time.signal })
        return undefined
      } catch (error) {
        const failed: SmtpError = error instanceof Error ? error : new Error('unknown')
        if (time.mayHaveArrived() && failed.responseCode === undefined) return unconfirmed
        if (signal?.aborted) return temporary('the mail was aborted')
        if (time.isOver())
          return temporary(`the mail server did not take the mail within ${limits.deadlineMs / 1000} s`)
        return failureOf(failed)
      } finally {
        time.end()
        transport.close()
      }
    },
    close: async () => undefined,
  }
}
