import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import * as t from 'io-ts'
import { fields, integer } from '../../codec.ts'
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

export type OnFile = (done: number, path: string) => void

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
  onFile(files.length, 'log.db')
  for (const path of ['secrets.key']) {
    if (await isThere(join(dataDir, path))) files.push(await copyFile(join(dataDir, path), join(target, path), path))
  }
  const blobs = join(dataDir, 'blobs')
  for await (const path of (await isThere(blobs)) ? filesBelow(blobs, isCache) : []) {
    files.push(await copyFile(join(blobs, path), join(target, 'blobs', path), join('blobs', path)))
    onFile(files.length, path)
  }
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
