import { readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { mustDecode } from '../../codec/must-decode.ts'
import { BackupManifest, BackupRefused, isOfBackup, keyFile, type OnFile } from './backup.ts'
import { copyFile, hashed, isThere, syncFolder } from './copy-files.ts'
import { begun, finished, unfinishedIn } from './unfinished.ts'

const manifestOf = async (source: string): Promise<BackupManifest> => {
  const path = join(source, 'manifest.json')
  if (!(await isThere(path)))
    throw new BackupRefused(`${source} contains no manifest.json: it is not a backup, or an incomplete one`)
  try {
    return mustDecode(BackupManifest, JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    throw new BackupRefused(`${path} cannot be read: the backup is damaged`, { cause: error })
  }
}

/**
 * Refuses a folder with a log, a part of one, or the key of one: SQLite would write what log.db-wal holds into the restored log,
 * and without its key another log could not be read any more.
 */
const mustHaveNoLog = async (dataDir: string, { files }: BackupManifest): Promise<void> => {
  const refuse = (name: string) => {
    throw new BackupRefused(`${dataDir} already contains ${name}: restore into an empty folder`)
  }
  for (const name of ['log.db', 'log.db-wal']) if (await isThere(join(dataDir, name))) refuse(name)
  const key = files.find(({ path }) => path === keyFile)
  const present = join(dataDir, keyFile)
  if (key && (await isThere(present)) && (await hashed(present, keyFile)).sha256 !== key.sha256)
    refuse(`another ${keyFile}`)
}

/** Refuses a manifest that would put other files than those of a backup into the folder, such as snapshots that the log does not have. */
const mustNameBackup = ({ files }: BackupManifest): void => {
  const other = files.find(({ path }) => !isOfBackup(path))
  if (other) throw new BackupRefused(`the manifest names ${other.path}, which is no file of a backup`)
}

/**
 * Restores a backup into a data folder without a log, or goes on with a restore that was interrupted. Every file is hashed.
 * The folder is marked as unfinished meanwhile: a service that started on it would look empty, or create keys of its own.
 */
export const restore = async (source: string, dataDir: string, onFile: OnFile): Promise<BackupManifest> => {
  const manifest = await manifestOf(source)
  mustNameBackup(manifest)
  const interrupted = (await unfinishedIn(dataDir))?.what === 'restore'
  if (!interrupted) await mustHaveNoLog(dataDir, manifest)
  // views and snapshots of another log, or of a later state of this one, may look as if they were of the restored one
  for (const name of ['views.db', 'views.db-wal', 'views.db-shm', 'snapshots'])
    await rm(join(dataDir, name), { recursive: true, force: true })
  await begun(dataDir, { what: 'restore', remedy: `run endcap restore ${resolve(source)} again` })
  for (const [i, { path, size, sha256 }] of manifest.files.entries()) {
    const from = join(source, path)
    if (!(await isThere(from))) throw new BackupRefused(`${path} is missing from the backup`)
    const target = join(dataDir, path === 'log.db' ? 'log.db.incoming' : path)
    const copied = await copyFile(from, target, path)
    if (copied.sha256 !== sha256 || copied.size !== size)
      throw new BackupRefused(`${path} is damaged: its hash does not match the manifest`)
    onFile(i + 1, manifest.files.length)
  }
  await rename(join(dataDir, 'log.db.incoming'), join(dataDir, 'log.db'))
  await syncFolder(dataDir)
  await finished(dataDir)
  return manifest
}
