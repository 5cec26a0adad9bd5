import { resolve } from 'node:path'
import { type AccessLog, accessLog } from '../http/observe/access-log.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import { openAccessFile } from './access-file.ts'
import type { Config } from './config/read-config.ts'

/** Bytes of a file of the access log before it is rotated. */
const fileBytes = 64 * 2 ** 20

/** Opens the access log that the configuration names; `log` is undefined without one. */
export const openAccessLog = (
  { accessLog: path, accessLogFiles: files }: Pick<Config, 'accessLog' | 'accessLogFiles'>,
  clock: Clock,
  logger: Pick<Logger, 'warn' | 'error'>,
): { readonly log: AccessLog | undefined; close(): Promise<void> } => {
  if (path === undefined) return { log: undefined, close: async () => undefined }
  const file = openAccessFile(resolve(path), { bytes: fileBytes, files }, logger)
  return { log: accessLog(file.write, clock), close: file.close }
}
