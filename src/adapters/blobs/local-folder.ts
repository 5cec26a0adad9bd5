import { randomUUID } from 'node:crypto'
import { link, mkdir, open, opendir, readdir, readFile, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobMissing, type Blobs } from '../../ports/blobs.ts'
import { diskFault } from '../../ports/disk-fault.ts'
import { isHash, notThere, openIncoming, unlessGone } from './incoming.ts'

const isShard = (name: string) => /^[0-9a-f]{2}$/.test(name)

const asideEnd = '.aside-'
/** The hash of a file that was moved aside to be deleted, by its name; undefined for other files. */
const asideOf = (name: string): string | undefined => {
  const sha256 = name.split(asideEnd)[0] ?? ''
  return name.includes(asideEnd) && isHash(sha256) ? sha256 : undefined
}

const missing =
  (sha256: string) =>
  (error: unknown): never => {
    throw notThere(error) ? new BlobMissing(sha256) : error
  }

/** For `catch`: rethrows any error but that the file exists. */
const unlessThere = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
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
  /** Puts back a file that was moved aside, unless the same bytes were put meanwhile. */
  const putBack = async (aside: string, sha256: string): Promise<void> => {
    await link(aside, pathOf(sha256)).catch(unlessThere)
    await syncFolder(shardOf(sha256))
    await unlink(aside).catch(unlessGone)
  }
  // a process that was killed may have left some aside
  for (const name of await readdir(temporary)) {
    const sha256 = asideOf(name)
    if (sha256 !== undefined) await putBack(join(temporary, name), sha256).catch(unlessGone)
  }
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
    put: (bytes, options) =>
      incoming
        .receive(bytes, options, async ({ path, handle, info: { sha256 } }) => {
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
    async deleteOld(sha256, putUntil) {
      const isNew = (info: { readonly mtime: Date } | undefined) => info !== undefined && info.mtime > putUntil
      if (isNew(await infoOf(sha256))) return false
      if (!isHash(sha256)) return true
      // moved aside first: what is put from now on has the name to itself, and what was put since the look is seen there
      const aside = join(temporary, `${sha256}${asideEnd}${randomUUID()}`)
      if ((await rename(pathOf(sha256), aside).then(() => 'moved', unlessGone)) === undefined) return true
      const info = await stat(aside).catch(unlessGone)
      // another process has put it back
      if (info === undefined) return false
      if (isNew(info)) await putBack(aside, sha256)
      else await unlink(aside).catch(unlessGone)
      return !isNew(info)
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
