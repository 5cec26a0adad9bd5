import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file in a backup: relative path, size in bytes and hash. */
export type BackedUp = { readonly path: string; readonly size: number; readonly sha256: string }

/** Copies a file, syncs it, and returns its path, size and hash. */
export const copyFile = async (from: string, to: string, path: string, mode = 0o600): Promise<BackedUp> => {
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  await mkdir(dirname(to), { recursive: true })
  await pipeline(createReadStream(from), meter, createWriteStream(to, { mode, flush: true }))
  await chmod(to, mode)
  return { path, size, sha256: hash.digest('hex') }
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

/** Whether a path exists. */
export const isThere = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return found !== undefined
}

/** Syncs a folder's entries. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
