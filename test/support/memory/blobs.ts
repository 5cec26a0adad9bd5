import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { BlobMissing, type Blobs, type KeptBlob } from '../../../src/ports/blobs.ts'

/** In-memory blobs; their age depends on the given clock. */
export const memoryBlobs = (now: () => Date): Blobs => {
  const kept = new Map<string, KeptBlob & { readonly bytes: Buffer }>()
  const found = (sha256: string) => {
    const blob = kept.get(sha256)
    if (!blob) throw new BlobMissing(sha256)
    return blob.bytes
  }
  return {
    async put(content, { mayStore } = {}) {
      const bytes = content instanceof Uint8Array ? Buffer.from(content) : await buffer(content)
      const info = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
      await mayStore?.(info)
      kept.set(info.sha256, { ...info, modifiedAt: now(), bytes })
      return info
    },
    stat: async sha256 => kept.get(sha256),
    open: async (sha256, range) =>
      Readable.from([range ? found(sha256).subarray(range.start, range.end + 1) : found(sha256)]),
    read: async sha256 => found(sha256),
    delete: async sha256 => void kept.delete(sha256),
    deleteOld: async (sha256, putUntil) => {
      const blob = kept.get(sha256)
      if (blob && blob.modifiedAt > putUntil) return false
      kept.delete(sha256)
      return true
    },
    async *list() {
      yield* kept.values()
    },
  }
}
