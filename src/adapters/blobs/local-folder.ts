import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, opendir, readdir, readFile, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type BlobInfo, BlobMissing, type Blobs, BlobTooLarge } from '../../ports/blobs.ts'

const dayMs = 86_400_000
const isHash = (name: string) => /^[0-9a-f]{64}$/.test(name)
const isShard = (name: string) => /^[0-9a-f]{2}$/.test(name)

const notThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Syncs a folder's own entries, so that a renamed file is found again after a power cut. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const write = async (handle: FileHandle, bytes: Readable | Uint8Array, maxBytes: number): Promise<BlobInfo> => {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
    size += chunk.length
    if (size > maxBytes) throw new BlobTooLarge(`more than ${maxBytes} bytes`)
    hash.update(chunk)
    await handle.write(chunk)
  }
  await handle.sync()
  return { sha256: hash.digest('hex'), size }
}

/** Removes what unfinished writes of a day ago and more have left. */
const sweep = async (temporary: string): Promise<void> => {
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name)
    const info = await stat(path).catch(error => (notThere(error) ? undefined : Promise.reject(error)))
    if (info && Date.now() - info.mtimeMs > dayMs)
      await unlink(path).catch(error => (notThere(error) ? undefined : Promise.reject(error)))
  }
}

/** Blobs in a folder: `<root>/<first two of the hash>/<hash>`; other folders in it (the render cache) are left alone. */
export const localFolderBlobs = async (root: string): Promise<Blobs> => {
  const temporary = join(root, '.incoming')
  await mkdir(temporary, { recursive: true })
  await sweep(temporary)
  const pathOf = (sha256: string) => join(root, sha256.slice(0, 2), sha256)
  const infoOf = async (sha256: string) => {
    if (!isHash(sha256)) return undefined
    return stat(pathOf(sha256)).catch(error => (notThere(error) ? undefined : Promise.reject(error)))
  }

  return {
    async put(bytes, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
      const incoming = join(temporary, randomUUID())
      const handle = await open(incoming, 'wx')
      try {
        const info = await write(handle, bytes, maxBytes)
        const shard = join(root, info.sha256.slice(0, 2))
        if (await mkdir(shard, { recursive: true })) await syncFolder(root)
        await rename(incoming, pathOf(info.sha256))
        await syncFolder(shard)
        return info
      } catch (error) {
        await unlink(incoming).catch(gone => (notThere(gone) ? undefined : Promise.reject(gone)))
        throw error
      } finally {
        await handle.close()
      }
    },
    async stat(sha256) {
      const info = await infoOf(sha256)
      return info && { sha256, size: info.size }
    },
    async open(sha256, range) {
      if (!(await infoOf(sha256))) throw new BlobMissing(sha256)
      return createReadStream(pathOf(sha256), range)
    },
    async read(sha256) {
      if (!isHash(sha256)) throw new BlobMissing(sha256)
      return readFile(pathOf(sha256)).catch(error => Promise.reject(notThere(error) ? new BlobMissing(sha256) : error))
    },
    async delete(sha256) {
      if (isHash(sha256))
        await unlink(pathOf(sha256)).catch(error => (notThere(error) ? undefined : Promise.reject(error)))
    },
    async *list() {
      for await (const shard of await opendir(root)) {
        if (!shard.isDirectory() || !isShard(shard.name)) continue
        for await (const file of await opendir(join(root, shard.name))) {
          const info = await infoOf(file.name)
          if (info) yield { sha256: file.name, size: info.size, modifiedAt: info.mtime }
        }
      }
    },
  }
}
