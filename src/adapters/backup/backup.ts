import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { IsoTime } from '../../codec/times.ts'
import { type BackedUp, copyFile, filesBelow, isMissing, isThere, syncFolder } from './copy-files.ts'
import { copyLogFile, type OnPages } from './copy-log-file.ts'
import { mustBeFinished } from './unfinished.ts'

/** Contents of a backup, in `manifest.json`. It is written last: a backup without it is incomplete. */
export const BackupManifest = fields({
  format: integer(1),
  at: IsoTime,
  files: t.array(fields({ path: t.string, size: integer(0), sha256: t.string })),
})
export type BackupManifest = t.TypeOf<typeof BackupManifest>

/** A backup or restore that cannot proceed; the message is for the user of the CLI. */
export class BackupRefused extends Error {
  override readonly name: string = 'BackupRefused'
}

/** The folder for a backup has files already. */
export class BackupNotEmpty extends BackupRefused {
  override readonly name = 'BackupNotEmpty'
}

/** Called after each file with the number of files done and in total. */
export type OnFile = (done: number, total: number) => void
export type BackupSteps = { readonly onPages: OnPages; readonly onFile: OnFile }

// rendered again if missing
const isCache = (name: string): boolean => name === 'cache' || name.startsWith('.')

export const keyFile = 'secrets.key'

/** Whether a backup may have a file at this path: the log, its key, or a blob. */
export const isOfBackup = (path: string): boolean =>
  path === 'log.db' ||
  path === keyFile ||
  (normalize(path) === path && path.startsWith('blobs/') && !dirname(path).split('/').some(isCache))

/** Key and blob files, as paths relative to the folder. */
const pathsIn = async (dataDir: string): Promise<readonly string[]> => {
  const blobs = join(dataDir, 'blobs')
  const files = (await isThere(blobs)) ? await Array.fromAsync(filesBelow(blobs, isCache)) : []
  const keys = (await isThere(join(dataDir, keyFile))) ? [keyFile] : []
  return [...keys, ...files.map(path => join('blobs', path))]
}

/** Copies a file of the data folder; undefined if the service has deleted it since it was listed, such as the ZIP of an export. */
const copied = (dataDir: string, target: string, path: string): Promise<BackedUp | undefined> =>
  copyFile(join(dataDir, path), join(target, path), path).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

/**
 * Copies log, blobs and keys of the embedded stores into a new folder while the service runs. Blobs are stored before
 * the events that name them, so blobs copied after the log include all that it names. Views are left out: they are
 * rebuilt from the log. The folder above `target` must exist.
 */
export const backUp = async (
  dataDir: string,
  target: string,
  now: Date,
  { onPages, onFile }: BackupSteps,
): Promise<BackupManifest> => {
  await mustBeFinished(dataDir)
  if (!(await isThere(join(dataDir, 'log.db'))))
    throw new BackupRefused(`${dataDir} contains no log.db: nothing to back up`)
  // not recursive: that never ends where nothing can be made, as in /proc
  await mkdir(target, { mode: 0o700 }).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  if ((await readdir(target)).length > 0)
    throw new BackupNotEmpty(`${target} is not empty: a backup needs an empty folder`)
  const files: BackedUp[] = [await copyLogFile(dataDir, target, onPages)]
  // listed after the log was copied, so all files that the log names exist
  const paths = await pathsIn(dataDir)
  for (const [i, path] of paths.entries()) {
    onFile(i + 1, paths.length + 1)
    const file = await copied(dataDir, target, path)
    if (file) files.push(file)
  }
  onFile(paths.length + 1, paths.length + 1)
  const manifest: BackupManifest = { format: 1, at: now.toISOString(), files }
  await writeFile(join(target, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  await syncFolder(target)
  return manifest
}
