import { dirname, resolve } from 'node:path'
import { Command } from 'commander'
import {
  type BackupManifest,
  BackupNotEmpty,
  BackupRefused,
  type BackupSteps,
  backUp,
} from '../adapters/backup/backup.ts'
import { holdsSecrets } from '../adapters/backup/holds-secrets.ts'
import { restore } from '../adapters/backup/restore.ts'
import { printable } from '../domain/shared/printable.ts'
import type { Config } from '../node/config/read-config.ts'
import { whyNotUsable } from '../node/usable-folder.ts'
import { progressOf } from './progress.ts'
import { print, tell } from './say.ts'
import { secretsElsewhere } from './secrets-elsewhere.ts'
import { UserError } from './user-error.ts'
import { readable } from './with-stores.ts'
import { WrongUse } from './wrong-use.ts'

type Options = { readonly json?: boolean }

/** Prints what was done: a line for people, or with `--json` {folder, files, bytes, at}, with the number of files. */
const report = (done: string, folder: string, { files, at }: BackupManifest, { json }: Options): void => {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const line = `${done} ${folder}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, as of ${at}`
  print(json ? JSON.stringify({ folder, files: files.length, bytes, at }) : line)
}

/** Why a backup or restore stopped, if the user can do something about it: a refusal, or a full or unreadable disk. */
const forUser = (title: string, error: unknown): unknown => {
  if (error instanceof BackupNotEmpty) return new WrongUse(error.message)
  // it may name a file of a manifest that others wrote
  if (error instanceof BackupRefused) return new UserError(printable(error.message))
  const isOfDisk = error instanceof Error && 'code' in error && typeof error.code === 'string'
  return isOfDisk ? new UserError(`${title} failed, and its folder is incomplete: ${error.message}`) : error
}

/** Shows progress, and turns errors that the user can repair into a UserError. */
const shown = async (title: string, work: (steps: BackupSteps) => Promise<BackupManifest>) => {
  const bar = progressOf(title, 1)
  try {
    return await work({
      onPages: (done, total) => bar.step(done, 'pages of the log', total),
      onFile: (done, total) => bar.step(done, 'files', total),
    })
  } catch (error) {
    throw forUser(title, error)
  } finally {
    bar.end()
  }
}

/** The configuration. Refused if log or secrets are on servers: files in DATA_DIR are then not the ones in use. */
const embedded = async (what: string): Promise<Config> => {
  const config = await readable()
  const [server] = (['EVENTSTOREDB_URL', 'MONGODB_URL'] as const).filter(
    name => ({ EVENTSTOREDB_URL: config.eventStoreUrl, MONGODB_URL: config.mongoUrl })[name] !== undefined,
  )
  if (server === undefined) return config
  throw new UserError(
    `${what} works on the embedded stores only, and ${server} is set: back up servers with their own tools (docs/operations.md), or copy the log into a folder with endcap copy-log`,
  )
}

/** `endcap backup`: copies the embedded stores into a folder, even while the service runs. */
export const backupCommand = (): Command =>
  new Command('backup')
    .argument('<folder>', 'created if missing; must be empty')
    .option('--json', 'print the result as JSON')
    .action(async (folder: string, options: Options) => {
      const { dataDir, blobUrl } = await embedded('backup')
      const unusable = await whyNotUsable(dirname(resolve(folder)))
      if (unusable !== undefined) throw new UserError(`${folder} cannot be made: ${unusable}`)
      const manifest = await shown('backup', steps => backUp(dataDir, folder, new Date(), steps))
      report('backed up to', folder, manifest, options)
      if (manifest.files.some(({ path }) => path === 'secrets.key'))
        tell('The backup contains secrets.key, which opens every secret. Protect it like any other key.')
      else tell('This backup does not contain SECRETS_KEY, which opens its secrets: keep it elsewhere.')
      if (!holdsSecrets(dataDir)) tell(`This backup does not contain ${secretsElsewhere}`)
      if (blobUrl !== undefined) tell('This backup does not contain the files in BLOB_URL: back up the bucket as well.')
    })

/** `endcap restore`: restores a backup into a new DATA_DIR. */
export const restoreCommand = (): Command =>
  new Command('restore')
    .argument('<folder>', 'a folder created by endcap backup')
    .option('--json', 'print the result as JSON')
    .action(async (folder: string, options: Options) => {
      const { dataDir } = await embedded('restore')
      const manifest = await shown('restore', ({ onFile }) => restore(folder, dataDir, onFile))
      report('restored from', folder, manifest, options)
    })
