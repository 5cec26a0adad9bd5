import type { Logger } from '../../ports/logger.ts'
import type { Mailer } from '../../ports/mailer.ts'
import { outboxMailer } from './outbox.ts'
import { smtpMailer } from './smtp.ts'

export type MailerOptions = {
  readonly dataDir: string
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Its host is used in Message-IDs. */
  readonly publicUrl: string | undefined
  readonly logger: Logger
}

/** Sends mail through SMTP_URL; without it, writes one .eml file per mail to DATA_DIR/outbox. */
export const openMailer = async ({ dataDir, smtpUrl, mailFrom, publicUrl, logger }: MailerOptions): Promise<Mailer> => {
  const domain = publicUrl === undefined ? 'endcap.localhost' : new URL(publicUrl).hostname
  return smtpUrl === undefined
    ? outboxMailer({ dataDir, mailFrom, domain, logger })
    : smtpMailer({ smtpUrl, mailFrom, domain })
}
