import { LRUCache } from 'lru-cache'
import type { ComposeFailure } from '../../domain/creatives/compose.ts'
import type { ComposedAd } from '../../domain/creatives/composed-ad.ts'

export type Outcome = ComposedAd | ComposeFailure

/** Bytes of a text in memory, at most, and of the objects around it. */
const bytesOf = (text: string): number => 2 * text.length + 500
const sizeOf = (outcome: Outcome): number =>
  'code' in outcome
    ? bytesOf(outcome.detail)
    : bytesOf(outcome.html) +
      outcome.clickSlots.length * 100 +
      [...outcome.libraryPaths, ...outcome.missingColumns, ...outcome.missingImages].reduce(
        (sum, text) => sum + bytesOf(text),
        0,
      )

/**
 * Outcomes by the hash of what they were composed of, the last ones up to `maxBytes`. Who asks for one that is being composed
 * waits for it, so that no document is composed twice at the same time.
 */
export const keptDocuments = (maxBytes: number) => {
  const kept = new LRUCache<string, Outcome>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  const underWay = new Map<string, Promise<Outcome>>()
  return {
    /** `ttlMs`: for how long an outcome counts; undefined: for ever. */
    async get(
      key: string,
      compose: () => Promise<{ readonly outcome: Outcome; readonly ttlMs?: number }>,
    ): Promise<Outcome> {
      const known = kept.get(key) ?? underWay.get(key)
      if (known) return known
      const composing = compose().then(({ outcome, ttlMs }) => {
        kept.set(key, outcome, ttlMs === undefined ? {} : { ttl: ttlMs })
        return outcome
      })
      underWay.set(key, composing)
      try {
        return await composing
      } finally {
        underWay.delete(key)
      }
    },
  }
}
