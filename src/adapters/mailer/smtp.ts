import { createTransport } from 'nodemailer'
import type { Mailer, MailFailure } from '../../ports/mailer.ts'
import { messageOf } from './message.ts'

type SmtpError = Error & { readonly responseCode?: number; readonly code?: string; readonly command?: string }

/** Steps at which a 5xx answer speaks of this address or this mail; at others it speaks of us. */
const aboutTheMail: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA'])

/** What went wrong, without the server's words: they may hold the address. */
const failureOf = ({ responseCode, code, command }: SmtpError): MailFailure => {
  const forNow = (reason: string) => ({ permanent: false, reason })
  if (responseCode === undefined && code === 'EENVELOPE')
    return { permanent: true, reason: 'mail cannot be sent to an address of this form' }
  if (responseCode === undefined) return forNow(`the mail server cannot be reached (${code ?? 'unknown error'})`)
  if (code === 'EAUTH') return forNow(`the mail server does not take the login of SMTP_URL (${responseCode})`)
  if (responseCode < 500) return forNow(`the mail server refused it for now (${responseCode})`)
  if (aboutTheMail.has(command))
    return { permanent: true, reason: `the mail server refused it for good (${responseCode})` }
  return forNow(`the mail server takes no mail from us: see SMTP_URL and MAIL_FROM (${responseCode})`)
}

/** Mail by SMTP. A 5xx answer to the address or the content is for good, everything else may be tried again. */
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
