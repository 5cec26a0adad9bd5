import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { type BackedUp, copyFile, filesBelow, isThere, syncFolder } from './copy-files.ts'

/** What a backup holds, in `manifest.json`; it is written last, so that a backup without one is not whole. */
export const BackupManifest = fields({
  format: integer(1),
  /** ISO 8601 UTC. */
  at: t.string,
  files: t.array(fields({ path: t.string, size: integer(0), sha256: t.string })),
})
export type BackupManifest = t.TypeOf<typeof BackupManifest>

/** A backup or a restore that cannot be; its message is for the person at the shell. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/** Told after each file; `total` files are known by now. */
export type OnFile = (done: number, total: number) => void

/** The log as it is at one moment, while others write it. */
const copyLogFile = async (dataDir: string, target: string): Promise<void> => {
  const db = new Database(join(dataDir, 'log.db'), { readonly: true, fileMustExist: true })
  try {
    await db.backup(target)
  } finally {
    db.close()
  }
}

// drawn again when it is missing
const isCache = (name: string): boolean => name === 'cache' || name.startsWith('.')

/** Keys and files, as paths from the folder. */
const pathsIn = async (dataDir: string): Promise<readonly string[]> => {
  const blobs = join(dataDir, 'blobs')
  const files = (await isThere(blobs)) ? await Array.fromAsync(filesBelow(blobs, isCache)) : []
  const keys = (await isThere(join(dataDir, 'secrets.key'))) ? ['secrets.key'] : []
  return [...keys, ...files.map(path => join('blobs', path))]
}

/**
 * Copies log, files and keys of the embedded stores into a new folder, while they are served. Files are stored before the
 * events that name them, so those copied after the log are all that it names. The views are left out: the log makes them.
 */
export const backUp = async (dataDir: string, target: string, now: Date, onFile: OnFile): Promise<BackupManifest> => {
  if (!(await isThere(join(dataDir, 'log.db'))))
    throw new BackupRefused(`${dataDir} holds no log.db: nothing to back up`)
  await mkdir(target, { recursive: true, mode: 0o700 })
  if ((await readdir(target)).length > 0)
    throw new BackupRefused(`${target} is not empty: a backup takes a folder of its own`)
  const snapshot = join(target, 'log.db.incoming')
  await copyLogFile(dataDir, snapshot)
  const files: BackedUp[] = [await moved(snapshot, join(target, 'log.db'))]
  // listed after the log was copied: all that it names are there
  const paths = await pathsIn(dataDir)
  for (const path of paths) {
    onFile(files.length, paths.length + 1)
    files.push(await copyFile(join(dataDir, path), join(target, path), path))
  }
  onFile(files.length, files.length)
  const manifest: BackupManifest = { format: 1, at: now.toISOString(), files }
  await writeFile(join(target, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  await syncFolder(target)
  return manifest
}

/** The snapshot under its final name, hashed on the way. */
const moved = async (from: string, to: string): Promise<BackedUp> => {
  const copied = await copyFile(from, to, 'log.db')
  await unlink(from)
  return copied
}
