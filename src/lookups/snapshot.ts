import { LRUCache } from 'lru-cache'
import { keptBy } from '../engine/kept-by.ts'
import type { Blobs } from '../ports/blobs.ts'
import { type LiveSnapshot, liveSnapshot } from './live-snapshot.ts'

type Read = (blobs: Pick<Blobs, 'read'>, sha256: string) => Promise<LiveSnapshot>

/** Bytes of JSON of the snapshots that are kept. They are not on the heap. */
const keptBytes = 128 * 1024 * 1024

/**
 * Reads snapshots, and keeps the last ones. Whoever asks for one that is being read waits for it: anyone may ask, and each reading of a
 * large one takes a second, and several times its size in memory. One above `most` is kept alone.
 */
export const snapshotReader = (most = keptBytes): Read => {
  // a blob's bytes never change, so its decoded content can be cached by hash
  const kept = new LRUCache<string, LiveSnapshot>({ maxSize: most })
  const underWay = new Map<string, Promise<LiveSnapshot>>()
  const keep: Read = async (blobs, sha256) => {
    const bytes = await blobs.read(sha256)
    const snapshot = await liveSnapshot(bytes)
    kept.set(sha256, snapshot, { size: Math.min(bytes.length, most) })
    return snapshot
  }
  return async (blobs, sha256) => {
    const known = kept.get(sha256) ?? underWay.get(sha256)
    if (known) return known
    const reading = keep(blobs, sha256).finally(() => underWay.delete(sha256))
    underWay.set(sha256, reading)
    return reading
  }
}

const readerOf = keptBy(() => snapshotReader())

/** The snapshot of an activation, by the hash in its event. */
export const readSnapshot: Read = (blobs, sha256) => readerOf(blobs)(blobs, sha256)
