import { createTransport } from 'nodemailer'
import type { Mailer, MailFailure } from '../../ports/mailer.ts'
import { messageOf } from './message.ts'

type SmtpError = Error & { readonly responseCode?: number; readonly code?: string; readonly command?: string }

/** SMTP commands where a 5xx reply concerns this address or mail; elsewhere it concerns our account. */
const aboutTheMail: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA'])

/** The failure, without the server's text, which may contain the address. */
const failureOf = ({ responseCode, code, command }: SmtpError): MailFailure => {
  const temporary = (reason: string) => ({ permanent: false, reason })
  if (responseCode === undefined && code === 'EENVELOPE') return { permanent: true, reason: 'the address is not valid' }
  if (responseCode === undefined) return temporary(`the mail server cannot be reached (${code ?? 'unknown error'})`)
  if (code === 'EAUTH') return temporary(`the mail server rejected the login of SMTP_URL (${responseCode})`)
  if (responseCode < 500) return temporary(`the mail server temporarily rejected the mail (${responseCode})`)
  if (aboutTheMail.has(command))
    return { permanent: true, reason: `the mail server permanently rejected the mail (${responseCode})` }
  return temporary(`the mail server rejects all mail from this service: check SMTP_URL and MAIL_FROM (${responseCode})`)
}

/** Sends mail by SMTP. A 5xx reply to the address or the content is permanent; every other failure may be retried. */
export const smtpMailer = (options: {
  readonly smtpUrl: string
  readonly mailFrom: string
  readonly domain: string
}): Mailer => {
  const transport = createTransport({
    url: options.smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    async send(mail) {
      try {
        await transport.sendMail(messageOf(mail, options.mailFrom, options.domain))
        return undefined
      } catch (error) {
        return failureOf(error instanceof Error ? error : new Error('unknown'))
      }
    },
    close: async () => transport.close(),
  }
}
