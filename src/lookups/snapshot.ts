import { LRUCache } from 'lru-cache'
import { fairSlots, type Shares } from '../engine/fair-slots.ts'
import { keptBy } from '../engine/kept-by.ts'
import type { Blobs } from '../ports/blobs.ts'
import { type LiveSnapshot, liveSnapshot } from './live-snapshot.ts'

/** `accountId`: whose turn it is to have a large one read. Processes, which read one at a time, share a turn. */
type Read = (blobs: Pick<Blobs, 'stat' | 'read'>, sha256: string, accountId?: string) => Promise<LiveSnapshot>

/** Bytes of JSON of the snapshots that are kept. They are not on the heap. */
const keptBytes = 128 * 1024 * 1024
/** Bytes of JSON of a snapshot that is read at once. */
const smallBytes = 1024 * 1024
/** Larger ones that are read at a time. */
const largeOnes: Shares = { inAll: 3, perAccount: 1 }

/**
 * Reads snapshots, and keeps the last ones. Whoever asks for one that is being read waits for it: anyone may ask, and each reading of a
 * large one takes a second, and its size in memory. So large ones are read in turns, too. One above `most` is kept alone.
 */
export const snapshotReader = (most = keptBytes): Read => {
  // a blob's bytes never change, so its decoded content can be cached by hash
  const kept = new LRUCache<string, LiveSnapshot>({ maxSize: most })
  const underWay = new Map<string, Promise<LiveSnapshot>>()
  const large = fairSlots(largeOnes)
  const keep: Read = async (blobs, sha256) => {
    const bytes = await blobs.read(sha256)
    const snapshot = await liveSnapshot(bytes)
    kept.set(sha256, snapshot, { size: Math.min(bytes.length, most) })
    return snapshot
  }
  const keepInTurn: Read = async (blobs, sha256, accountId = 'processes') => {
    const size = (await blobs.stat(sha256))?.size ?? 0
    return size > smallBytes ? large.run(accountId, () => keep(blobs, sha256)) : keep(blobs, sha256)
  }
  return async (blobs, sha256, accountId) => {
    const known = kept.get(sha256) ?? underWay.get(sha256)
    if (known) return known
    const reading = keepInTurn(blobs, sha256, accountId).finally(() => underWay.delete(sha256))
    underWay.set(sha256, reading)
    return reading
  }
}

const readerOf = keptBy(() => snapshotReader())

/** The snapshot of an activation, by the hash in its event. */
export const readSnapshot: Read = (blobs, ...asked) => readerOf(blobs)(blobs, ...asked)
