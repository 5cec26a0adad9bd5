import { LRUCache } from 'lru-cache'
import type { KeyRing } from './key-ring.ts'

/** A data key: of an account, or of a person in it. */
export type DataKey = { readonly id: string; readonly key: Buffer; readonly ring: KeyRing }

/** How long a key is cached, in milliseconds; a key that another node has destroyed is usable here until then. */
export const heldMs = 5_000

/** Data keys in memory, at most 10,000, each for `heldMs` after it was read. `now`: a clock in milliseconds that never jumps. */
export const heldKeys = (now: () => number = () => performance.now()): LRUCache<string, DataKey> =>
  new LRUCache({ max: 10_000, ttl: heldMs, ttlResolution: 0, perf: { now } })
