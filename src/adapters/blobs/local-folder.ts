import { mkdir, open, opendir, readFile, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobMissing, type Blobs } from '../../ports/blobs.ts'
import { diskFault } from '../../ports/disk-fault.ts'
import { isHash, notThere, openIncoming, unlessGone } from './incoming.ts'

const isShard = (name: string) => /^[0-9a-f]{2}$/.test(name)

const missing =
  (sha256: string) =>
  (error: unknown): never => {
    throw notThere(error) ? new BlobMissing(sha256) : error
  }

/** Syncs a folder's entries, so that a rename survives a power failure. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Blobs in a folder: `<root>/<first two of the hash>/<hash>`. Other folders in it (the render cache) are ignored. `temporary`: where files on their way are written, on the same disk.
 */
export const localFolderBlobs = async (root: string, temporary = join(root, '.incoming')): Promise<Blobs> => {
  const incoming = await openIncoming(temporary)
  const shardOf = (sha256: string) => join(root, sha256.slice(0, 2))
  const pathOf = (sha256: string) => join(shardOf(sha256), sha256)
  const syncedShards = new Set<string>()
  /** The folder of a blob, created and synced; another process may have created it without syncing. */
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
    put: (bytes, { maxBytes = Number.POSITIVE_INFINITY } = {}) =>
      incoming
        .receive(bytes, maxBytes, async ({ path, handle, info: { sha256 } }) => {
          await handle.sync()
          const shard = await shardFor(sha256)
          await rename(path, pathOf(sha256))
          await syncFolder(shard)
        })
        .catch(diskFault),
    async stat(sha256) {
      const info = await infoOf(sha256)
      return info && { sha256, size: info.size, modifiedAt: info.mtime }
    },
    async open(sha256, range) {
      if (!isHash(sha256)) throw new BlobMissing(sha256)
      // opened before returning: a later deletion does not break the reader
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
