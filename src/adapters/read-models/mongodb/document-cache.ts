import { LRUCache } from 'lru-cache'
import type { Position } from '../../../ports/event-log.ts'
import type { Change } from '../../../ports/read-models.ts'

/** Bytes of text that a feeding node keeps of the documents that it wrote or read last. */
const maxBytes = 32 * 2 ** 20
/** What an entry costs besides its text, in bytes. */
const overhead = 200

/** The position of a document that was looked for and is not there. */
const never: Position = -1n

/** How many caches there were: a turn that is taken again has another one. */
let caches = 0

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
  /** Increases with each change, so that a document that was read before it is not kept after it. */
  let changed = 0
  /** The last change of each collection; `cleared`: the last one of all. */
  const changedIn = new Map<string, number>()
  let cleared = 0
  const own = ++caches
  const set = (collection: string, { id, json, position }: Change) =>
    void held.set(keyOf(collection, id), { id, json, position })
  return {
    get: (collection: string, id: string): Change | undefined => held.get(keyOf(collection, id)),
    /** Keeps what the feeder wrote, or what it read between two batches. */
    put: (collection: string, changes: Iterable<Change>) => {
      changed += 1
      changedIn.set(collection, changed)
      for (const change of changes) set(collection, change)
    },
    /** Call it before a document is read while the feeder may write: the result keeps what was read, unless the feeder wrote meanwhile. */
    reading: (collection: string) => {
      const before = changed
      return (id: string, found: Change | undefined): void => {
        if (changed === before) set(collection, found ?? { id, json: undefined, position: never })
      }
    },
    /** Differs after each change of a collection, and from that of every other cache. */
    mark: (collection: string): string => `${own}/${collection}@${Math.max(cleared, changedIn.get(collection) ?? 0)}`,
    clear: () => {
      changed += 1
      cleared = changed
      held.clear()
    },
  }
}
export type DocumentCache = ReturnType<typeof documentCache>
