import type { SendMailOptions } from 'nodemailer'
import type { Mail } from '../../ports/mailer.ts'

// a line break in a name or subject would start a new header, and a mark that turns the direction of text can make it look like another
const oneLine = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()

/** A mail in nodemailer's format: text and HTML, inline images, and a Message-ID that retries share. */
export const messageOf = (mail: Mail, mailFrom: string, domain: string): SendMailOptions => ({
  from: mailFrom,
  to: { name: oneLine(mail.to.name), address: mail.to.address },
  subject: oneLine(mail.subject),
  messageId: `<${mail.messageId.replace(/[^A-Za-z0-9._-]/g, '_')}@${domain}>`,
  text: mail.text,
  html: mail.html,
  attachments: mail.inline.map(({ cid, filename, contentType, content }) => ({
    cid,
    filename,
    contentType,
    content,
    contentDisposition: 'inline' as const,
  })),
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})
