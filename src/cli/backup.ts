import { Command } from 'commander'
import { type BackupManifest, BackupRefused, backUp, type OnFile } from '../adapters/backup/backup.ts'
import { restore } from '../adapters/backup/restore.ts'
import type { Config } from '../node/config/read-config.ts'
import { progressOf } from './progress.ts'
import { UserError } from './user-error.ts'
import { configured } from './with-stores.ts'

const told = (done: string, folder: string, { files, at }: BackupManifest): string => {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return `${done} ${folder}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, as of ${at}`
}

/** Shows each file, and hands on a refusal as the person's to put right. */
const shown = async (title: string, work: (onFile: OnFile) => Promise<BackupManifest>) => {
  const bar = progressOf(title, 1)
  try {
    return await work((done, total) => bar.step(done, 'files', total))
  } catch (error) {
    throw error instanceof BackupRefused ? new UserError(error.message) : error
  } finally {
    bar.end()
  }
}

/** What the environment says, when log and secrets are in DATA_DIR; whatever else lies there is not what is served. */
const embedded = (what: string): Config => {
  const config = configured()
  const [server] = (['EVENTSTOREDB_URL', 'MONGODB_URL'] as const).filter(
    name => ({ EVENTSTOREDB_URL: config.eventStoreUrl, MONGODB_URL: config.mongoUrl })[name] !== undefined,
  )
  if (server === undefined) return config
  throw new UserError(
    `${what} is for the embedded stores, and ${server} is set: back servers up by their own means (docs/operations.md), or bring the log into a folder by endcap copy-log`,
  )
}

/** `endcap backup`: the embedded stores into a folder, while the service runs. */
export const backupCommand = (): Command =>
  new Command('backup')
    .description('copy log, files and keys of the embedded stores into a new folder, while the service runs')
    .argument('<folder>', 'made when it is missing; must be empty')
    .action(async (folder: string) => {
      const { dataDir, blobUrl } = embedded('backup')
      const manifest = await shown('backup', onFile => backUp(dataDir, folder, new Date(), onFile))
      console.log(told('backed up to', folder, manifest))
      if (manifest.files.some(({ path }) => path === 'secrets.key'))
        console.error('The folder holds secrets.key: whoever has it can open every secret. Keep it as you keep keys.')
      if (blobUrl !== undefined) console.error('Files are in BLOB_URL, and not in this backup: copy the bucket too.')
    })

/** `endcap restore`: a backup into a new DATA_DIR. */
export const restoreCommand = (): Command =>
  new Command('restore')
    .description('put a backup into DATA_DIR, which must hold no log yet; every file is checked')
    .argument('<folder>', 'a folder that endcap backup made')
    .action(async (folder: string) => {
      const { dataDir } = embedded('restore')
      const manifest = await shown('restore', onFile => restore(folder, dataDir, onFile))
      console.log(told('restored from', folder, manifest))
    })
