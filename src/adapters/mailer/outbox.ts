import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from '../../ports/logger.ts'
import type { Mailer } from '../../ports/mailer.ts'
import { messageOf } from './message.ts'

/** A part of a mail whose text is not encoded (RFC 2045, 8bit); the library would break long links into lines. */
const asItIs = (type: string, text: string) => ({
  raw: `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text.replace(/\r?\n/g, '\r\n')}`,
})

type Options = { readonly dataDir: string; readonly mailFrom: string; readonly domain: string; readonly logger: Logger }

/**
 * Writes mails to files, for machines without a mail server: one .eml per mail in DATA_DIR/outbox. A retry overwrites
 * the same file. Texts are not encoded, so that a link can be copied from the file; the log names the file, never the link, which is
 * a secret.
 */
export const outboxMailer = ({ dataDir, mailFrom, domain, logger }: Options): Mailer => {
  const folder = join(dataDir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail({
        ...messageOf(mail, mailFrom, domain),
        text: asItIs('text/plain', mail.text),
        html: asItIs('text/html', mail.html),
      })
      const name = `${mail.messageId.replace(/[^A-Za-z0-9._-]/g, '_')}.eml`
      await mkdir(folder, { recursive: true })
      const path = join(folder, name)
      await writeFile(`${path}.part`, message as Buffer, { flush: true })
      await rename(`${path}.part`, path)
      logger.info({ file: resolve(path) }, 'mail written to the outbox (SMTP_URL is not set)')
      return undefined
    },
    close: async () => transport.close(),
  }
}
