import { resolve } from 'node:path'
import { ConfigError } from './config/config-error.ts'
import type { Config } from './config/read-config.ts'
import { whyNotAppendable, whyNotUsable } from './usable-folder.ts'

/**
 * Refuses to start if the access log or the folder of the daily seals cannot be written: what was not written cannot be made up for, and
 * a line of the log that says so is easily missed. Later the node goes on without them (ADR 0078, 0080). A bucket is not asked.
 */
export const checkAuditPlaces = async ({
  accessLog,
  sealsTo,
}: Pick<Config, 'accessLog' | 'sealsTo'>): Promise<void> => {
  const file = accessLog === undefined ? undefined : resolve(accessLog)
  const noFile = file === undefined ? undefined : await whyNotAppendable(file)
  if (noFile !== undefined) throw new ConfigError(`ACCESS_LOG ${file} cannot be written: ${noFile}`)
  const folder = sealsTo === undefined || sealsTo.startsWith('s3://') ? undefined : resolve(sealsTo)
  const noFolder = folder === undefined ? undefined : await whyNotUsable(folder)
  if (noFolder !== undefined) throw new ConfigError(`SEALS_TO ${folder} cannot be used: ${noFolder}`)
}
