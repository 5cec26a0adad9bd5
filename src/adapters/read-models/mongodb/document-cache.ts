import { LRUCache } from 'lru-cache'
import type { Change } from '../../../ports/read-models.ts'

/** Bytes of text that a feeding node keeps of the documents that it wrote or read last. */
const maxBytes = 32 * 2 ** 20
/** What an entry costs besides its text, in bytes. */
const overhead = 200

/**
 * The documents that a node wrote or read last while it feeds. They are current as long as its turn lasts: another feeder
 * could only write what follows from the same events.
 */
export const documentCache = () => {
  const held = new LRUCache<string, Change>({
    maxSize: maxBytes,
    sizeCalculation: ({ id, json }) => overhead + id.length + 2 * (json?.length ?? 0),
  })
  const keyOf = (collection: string, id: string) => `${collection}\n${id}`
  return {
    get: (collection: string, id: string): Change | undefined => held.get(keyOf(collection, id)),
    put: (collection: string, changes: Iterable<Change>) => {
      for (const { id, json, position } of changes) held.set(keyOf(collection, id), { id, json, position })
    },
    clear: () => held.clear(),
  }
}
export type DocumentCache = ReturnType<typeof documentCache>
