import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, opendir, readdir, readFile, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type BlobInfo, BlobMissing, type Blobs, BlobTooLarge } from '../../ports/blobs.ts'

const dayMs = 86_400_000
const isHash = (name: string) => /^[0-9a-f]{64}$/.test(name)
const isShard = (name: string) => /^[0-9a-f]{2}$/.test(name)

const notThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const unlessGone = (error: unknown): undefined => {
  if (!notThere(error)) throw error
}
const missing =
  (sha256: string) =>
  (error: unknown): never => {
    throw notThere(error) ? new BlobMissing(sha256) : error
  }

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
    // unlike write, this goes on until all of it is written
    await handle.writeFile(chunk)
  }
  await handle.sync()
  return { sha256: hash.digest('hex'), size }
}

/** Removes what unfinished writes of a day ago and more have left. */
const sweep = async (temporary: string): Promise<void> => {
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name)
    const info = await stat(path).catch(unlessGone)
    if (info && Date.now() - info.mtimeMs > dayMs) await unlink(path).catch(unlessGone)
  }
}

/** Blobs in a folder: `<root>/<first two of the hash>/<hash>`; other folders in it (the render cache) are left alone. */
export const localFolderBlobs = async (root: string): Promise<Blobs> => {
  const temporary = join(root, '.incoming')
  await mkdir(temporary, { recursive: true })
  await sweep(temporary)
  const shardOf = (sha256: string) => join(root, sha256.slice(0, 2))
  const pathOf = (sha256: string) => join(shardOf(sha256), sha256)
  const syncedShards = new Set<string>()
  /** The folder that a blob belongs into, made and known to the disk, whoever made it. */
  const shardFor = async (sha256: string): Promise<string> => {
    const shard = shardOf(sha256)
    await mkdir(shard, { recursive: true })
    if (!syncedShards.has(shard)) await syncFolder(root)
    syncedShards.add(shard)
    return shard
  }
  const infoOf = async (sha256: string) => {
    if (!isHash(sha256)) return undefined
    return stat(pathOf(sha256)).catch(unlessGone)
  }

  return {
    async put(bytes, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
      // a sender that hangs up before we read is heard while reading; until then its error would end the process
      if (!(bytes instanceof Uint8Array)) bytes.on('error', () => undefined)
      const incoming = join(temporary, randomUUID())
      const handle = await open(incoming, 'wx')
      try {
        const info = await write(handle, bytes, maxBytes)
        const shard = await shardFor(info.sha256)
        await rename(incoming, pathOf(info.sha256))
        await syncFolder(shard)
        return info
      } catch (error) {
        await unlink(incoming).catch(unlessGone)
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
      if (!isHash(sha256)) throw new BlobMissing(sha256)
      // opened before it is promised: a deletion after that does not break the reader
      const handle = await open(pathOf(sha256)).catch(missing(sha256))
      return handle.createReadStream(range)
    },
    async read(sha256) {
      if (!isHash(sha256)) throw new BlobMissing(sha256)
      return readFile(pathOf(sha256)).catch(missing(sha256))
    },
    async delete(sha256) {
      if (isHash(sha256)) await unlink(pathOf(sha256)).catch(unlessGone)
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
