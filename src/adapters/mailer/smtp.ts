import { createTransport } from 'nodemailer'
import type { Mailer, MailFailure } from '../../ports/mailer.ts'
import { messageOf } from './message.ts'

type SmtpError = Error & { readonly responseCode?: number; readonly code?: string }

/** What went wrong, without the server's words: they may hold the address. */
const failureOf = (error: SmtpError): MailFailure => {
  const { responseCode, code } = error
  if (responseCode !== undefined && responseCode >= 500 && responseCode < 600 && code !== 'EAUTH')
    return { permanent: true, reason: `the mail server refused it for good (${responseCode})` }
  if (responseCode !== undefined)
    return { permanent: false, reason: `the mail server refused it for now (${responseCode})` }
  return { permanent: false, reason: `the mail server cannot be reached (${code ?? 'unknown error'})` }
}

/** Mail by SMTP. A 5xx answer is for good, everything else may be tried again. */
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
        return failureOf(error as SmtpError)
      }
    },
    close: async () => transport.close(),
  }
}
