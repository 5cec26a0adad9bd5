import { createTransport } from 'nodemailer'
import type { Mailer, MailFailure } from '../../ports/mailer.ts'
import { isUntrusted } from '../fetcher/refused.ts'
import { messageOf } from './message.ts'
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

/** Milliseconds for a whole mail. Other timeouts are between two packets, and a server may send a byte now and then. */
const deadlineMs = 60_000

const temporary = (reason: string): MailFailure => ({ permanent: false, reason })

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

/**
 * Sends mail by SMTP, each within 60 s. A 5xx reply to the address or the content is permanent; every other failure may be
 * retried. A login is sent over TLS, or to a server on this machine.
 */
export const smtpMailer = (options: {
  readonly smtpUrl: string
  readonly mailFrom: string
  readonly domain: string
  /** Milliseconds for a whole mail; default 60,000. */
  readonly deadlineMs?: number
}): Mailer => {
  const withinMs = options.deadlineMs ?? deadlineMs
  const transport = createTransport({
    url: withLoginOverTls(options.smtpUrl),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // an aborted mail must not wait for the server to close the connection
    socketCloseTimeout: 0,
  })
  return {
    async send(mail, signal) {
      const deadline = AbortSignal.timeout(withinMs)
      const ending = signal ? AbortSignal.any([signal, deadline]) : deadline
      try {
        await transport.sendMail({ ...messageOf(mail, options.mailFrom, options.domain), signal: ending })
        return undefined
      } catch (error) {
        if (signal?.aborted) return temporary('the mail was aborted')
        if (deadline.aborted) return temporary(`the mail server did not take the mail within ${withinMs / 1000} s`)
        return failureOf(error instanceof Error ? error : new Error('unknown'))
      }
    },
    close: async () => transport.close(),
  }
}
