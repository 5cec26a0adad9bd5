import type { Logger } from '../../ports/logger.ts'

/** The error of a request that Node could not parse; it holds the bytes of the request, and with them its key or token. */
const isUnreadable = (error: Error): error is Error & { readonly code: string } => 'rawPacket' in error

/** Logs what goes wrong with a connection once its request has begun. */
export const connectionErrors =
  (logger: Pick<Logger, 'info' | 'warn'>) =>
  (error: Error): void => {
    if (isUnreadable(error)) logger.info({ code: error.code, reason: error.message }, 'a request could not be read')
    else logger.warn({ err: error }, 'a response could not be sent completely')
  }
