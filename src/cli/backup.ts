import { Command } from 'commander'
import { type BackupManifest, BackupRefused, backUp } from '../adapters/backup/backup.ts'
import { restore } from '../adapters/backup/restore.ts'
import { progressOf } from './progress.ts'
import { UserError } from './user-error.ts'
import { configured } from './with-stores.ts'

const told = (done: string, folder: string, { files, at }: BackupManifest): string => {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return `${done} ${folder}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, as of ${at}`
}

/** Shows each file, and hands on a refusal as the person's to put right. */
const shown = async (
  title: string,
  work: (onFile: (done: number, path: string) => void) => Promise<BackupManifest>,
) => {
  const bar = progressOf(title, 1)
  try {
    return await work((done, path) => bar.step(done, `files, ${path}`))
  } catch (error) {
    throw error instanceof BackupRefused ? new UserError(error.message) : error
  } finally {
    bar.end()
  }
}

/** `endcap backup`: the embedded stores into a folder, while the service runs. */
export const backupCommand = (): Command =>
  new Command('backup')
    .description('copy log, files and keys of the embedded stores into a new folder, while the service runs')
    .argument('<folder>', 'made when it is missing; must be empty')
    .action(async (folder: string) => {
      const { dataDir } = configured()
      const manifest = await shown('backup', onFile => backUp(dataDir, folder, new Date(), onFile))
      console.log(told('backed up to', folder, manifest))
      if (manifest.files.some(({ path }) => path === 'secrets.key'))
        console.error('The folder holds secrets.key: whoever has it can open every secret. Keep it as you keep keys.')
    })

/** `endcap restore`: a backup into a new DATA_DIR. */
export const restoreCommand = (): Command =>
  new Command('restore')
    .description('put a backup into DATA_DIR, which must hold no log yet; every file is checked')
    .argument('<folder>', 'a folder that endcap backup made')
    .action(async (folder: string) => {
      const { dataDir } = configured()
      const manifest = await shown('restore', onFile => restore(folder, dataDir, onFile))
      console.log(told('restored from', folder, manifest))
    })
