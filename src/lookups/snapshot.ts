import { LRUCache } from 'lru-cache'
import { mustDecode } from '../codec/must-decode.ts'
import { Snapshot } from '../domain/activation/snapshot.ts'
import type { Blobs } from '../ports/blobs.ts'

// a blob's bytes never change, so its decoded content can be cached by hash
const decoded = new LRUCache<string, Snapshot>({ max: 200 })

/** The snapshot of an activation, by the hash in its event. */
export const readSnapshot = async (blobs: Blobs, sha256: string): Promise<Snapshot> => {
  const kept = decoded.get(sha256)
  if (kept) return kept
  const snapshot = mustDecode(Snapshot, JSON.parse((await blobs.read(sha256)).toString()))
  decoded.set(sha256, snapshot)
  return snapshot
}
