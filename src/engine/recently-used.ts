import { LRUCache } from 'lru-cache'

/**
 * A cache of at most `most` entries that forgets the least recently used. It grows with what it holds: the `max` of the library
 * would reserve the room of all entries at the start of a node.
 */
export const recentlyUsed = <V extends NonNullable<unknown>>(most: number): LRUCache<string, V> =>
  new LRUCache<string, V>({ maxSize: most, sizeCalculation: () => 1 })
