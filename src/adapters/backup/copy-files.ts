import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file in a backup: relative path, size in bytes and hash. */
export type BackedUp = { readonly path: string; readonly size: number; readonly sha256: string }

/** Passes bytes on, and counts and hashes them. */
const meter = () => {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: (path: string): BackedUp => ({ path, size, sha256: hash.digest('hex') }) }
}

/** Copies a file, syncs it, and returns its path, size and hash. */
export const copyFile = async (from: string, to: string, path: string, mode = 0o600): Promise<BackedUp> => {
  const { stream, result } = meter()
  // opened first: a missing file leaves nothing behind
  const source = await open(from)
  await mkdir(dirname(to), { recursive: true })
  await pipeline(source.createReadStream(), stream, createWriteStream(to, { mode, flush: true }))
  await chmod(to, mode)
  return result(path)
}

/** The size and hash of a file, under the path that it has in the backup. */
export const hashed = async (file: string, path: string): Promise<BackedUp> => {
  const { stream, result } = meter()
  await pipeline(createReadStream(file), stream, new Writable({ write: (_, __, done) => done() }))
  return result(path)
}

/** Files below a folder, as relative paths; skips folders for which `passOver` is true. */
export const filesBelow = async function* (
  root: string,
  passOver: (name: string) => boolean = () => false,
  at = root,
): AsyncGenerator<string> {
  for (const entry of await readdir(at, { withFileTypes: true })) {
    const path = join(at, entry.name)
    if (entry.isDirectory() && !passOver(entry.name)) yield* filesBelow(root, passOver, path)
    else if (entry.isFile()) yield relative(root, path)
  }
}

/** Whether an error means that a file or folder does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Whether a path exists. */
export const isThere = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  return found !== undefined
}

const synced = async (path: string, flags: string): Promise<void> => {
  const handle = await open(path, flags)
  await handle.sync().finally(() => handle.close())
}

/** Syncs a folder's entries. */
export const syncFolder = (path: string): Promise<void> => synced(path, 'r')

/** Syncs a file's content. */
export const syncFile = (path: string): Promise<void> => synced(path, 'r+')
