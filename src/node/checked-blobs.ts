import { createHash } from 'node:crypto'
import { noteBytes } from '../adapters/files/passing-bytes.ts'
import { recentlyUsed } from '../engine/recently-used.ts'
import { othersFirst } from '../engine/write/fold.ts'
import { BlobDamaged, BlobMissing, type Blobs, BlobsUnavailable } from '../ports/blobs.ts'
import type { Logger } from '../ports/logger.ts'

const store = 'store of files'

const hashOf = async (blobs: Blobs, sha256: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const part of await blobs.open(sha256)) {
    hash.update(part)
    noteBytes(part.length)
  }
  return hash.digest('hex')
}

/** Bytes that are hashed before other work runs. */
const atOnce = 1_048_576

const hashOfBytes = async (bytes: Buffer): Promise<string> => {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += atOnce) {
    if (at > 0) await othersFirst()
    hash.update(bytes.subarray(at, at + atOnce))
  }
  return hash.digest('hex')
}

/** Reports each outage of the file store once, and its end once. */
export const filesWatch = (onAway: (store: string, reason: string | undefined) => void) => {
  let away = false
  return {
    well: (): void => {
      if (away) onAway(store, undefined)
      away = false
    },
    failed: (error: unknown): void => {
      if (!(error instanceof BlobsUnavailable)) return
      if (!away) onAway(store, error.message)
      away = true
    },
  }
}
export type FilesWatch = ReturnType<typeof filesWatch>

/**
 * Blobs whose bytes are checked against their hash. A local file that this node has not stored itself is hashed before its first read, and
 * every one after each change. An
 * object store has its own checksums, so a blob there is checked only when it is read as a whole. A damaged or missing file is
 * logged once; `watch` reports an unavailable store.
 */
export const checkedBlobs = (blobs: Blobs, logger: Logger, watch: FilesWatch): Blobs => {
  const watched = async <A>(work: () => Promise<A>): Promise<A> => {
    try {
      const result = await work()
      watch.well()
      return result
    } catch (error) {
      watch.failed(error)
      throw error
    }
  }
  const found = recentlyUsed<string>(10_000)
  const reported = recentlyUsed<true>(10_000)

  const logged = (sha256: string) => (error: unknown) => {
    if ((error instanceof BlobDamaged || error instanceof BlobMissing) && !reported.has(sha256)) {
      reported.set(sha256, true)
      logger.error(
        { sha256 },
        `a file is ${error instanceof BlobMissing ? 'missing' : 'damaged'}: restore it from a backup; endcap verify lists every such file`,
      )
    }
    throw error
  }
  const versionOf = async (sha256: string): Promise<string> => {
    const info = await blobs.stat(sha256)
    if (!info) throw new BlobMissing(sha256)
    return `${info.size} ${info.modifiedAt.getTime()}`
  }
  const check = async (sha256: string): Promise<void> => {
    const version = await versionOf(sha256)
    if (found.get(sha256) === version) return
    if ((await hashOf(blobs, sha256)) !== sha256) throw new BlobDamaged(sha256)
    found.set(sha256, version)
  }
  const put: Blobs['put'] = async (bytes, options) => {
    const info = await blobs.put(bytes, options)
    if (!blobs.presign) found.set(info.sha256, await versionOf(info.sha256))
    return info
  }
  const open: Blobs['open'] = async (sha256, range) => {
    if (!blobs.presign) await check(sha256)
    return blobs.open(sha256, range)
  }
  const read: Blobs['read'] = async sha256 => {
    const bytes = await blobs.read(sha256)
    if ((await hashOfBytes(bytes)) !== sha256) throw new BlobDamaged(sha256)
    return bytes
  }
  return {
    ...blobs,
    put: (bytes, options) => watched(() => put(bytes, options)),
    open: (sha256, range) => watched(() => open(sha256, range)).catch(logged(sha256)),
    read: sha256 => watched(() => read(sha256)).catch(logged(sha256)),
  }
}
