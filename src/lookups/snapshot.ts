import { LRUCache } from 'lru-cache'
import { mustDecode } from '../codec/must-decode.ts'
import { Snapshot } from '../domain/activation/snapshot.ts'
import { keptBy } from '../engine/kept-by.ts'
import type { Blobs } from '../ports/blobs.ts'

/** Bytes of JSON whose decoded snapshots are kept; in memory they take about twice as much. */
const keptBytes = 64 * 1024 * 1024
// a blob's bytes never change, so its decoded content can be cached by hash
const decodedFrom = keptBy(() => new LRUCache<string, Snapshot>({ maxSize: keptBytes }))

/** The snapshot of an activation, by the hash in its event. */
export const readSnapshot = async (blobs: Blobs, sha256: string): Promise<Snapshot> => {
  const decoded = decodedFrom(blobs)
  const kept = decoded.get(sha256)
  if (kept) return kept
  const bytes = await blobs.read(sha256)
  const snapshot = mustDecode(Snapshot, JSON.parse(bytes.toString()))
  decoded.set(sha256, snapshot, { size: bytes.length })
  return snapshot
}
