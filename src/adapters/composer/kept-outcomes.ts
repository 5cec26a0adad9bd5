import { LRUCache } from 'lru-cache'
import type { ComposeFailure } from '../../domain/creatives/compose.ts'
import type { ComposedAd } from '../../domain/creatives/composed-ad.ts'
import type { TemplateFacts } from '../../domain/creatives/template-facts.ts'

/** Bytes of texts in memory, at most, and of the objects around them. */
const bytesOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + 2 * text.length + 500, 0)

/** Bytes of a composed ad in memory, at most. */
export const bytesOfAd = ({ html, clickSlots, held, macros, ...lists }: ComposedAd) =>
  clickSlots.length * 100 +
  held.length * 8 +
  bytesOf(macros.map(({ text }) => text)) +
  bytesOf([
    html,
    ...lists.libraryPaths,
    ...lists.pictures,
    ...lists.elsewhere,
    ...lists.missingColumns,
    ...lists.missingImages,
  ])

/** The same of what a template asks for. */
export const bytesOfFacts = ({ leadsPage: _, ...lists }: TemplateFacts): number => bytesOf(Object.values(lists).flat())

/**
 * Outcomes by the hash of what they were made of, the last ones up to `maxBytes`. Who asks for one that is being made waits for
 * it, so that nothing is made twice at the same time.
 */
export const keptOutcomes = <Made extends object>(maxBytes: number, sizeOf: (made: Made) => number) => {
  type Outcome = Made | ComposeFailure
  const sizeCalculation = (outcome: Outcome) => ('code' in outcome ? bytesOf([outcome.detail]) : 500 + sizeOf(outcome))
  const kept = new LRUCache<string, Outcome>({ maxSize: maxBytes, sizeCalculation })
  const underWay = new Map<string, Promise<Outcome>>()
  return {
    /** `ttlMs`: for how long an outcome counts; undefined: for ever. */
    async get(
      key: string,
      make: () => Promise<{ readonly outcome: Outcome; readonly ttlMs?: number }>,
    ): Promise<Outcome> {
      const known = kept.get(key) ?? underWay.get(key)
      if (known) return known
      const making = make().then(({ outcome, ttlMs }) => {
        kept.set(key, outcome, ttlMs === undefined ? {} : { ttl: ttlMs })
        return outcome
      })
      underWay.set(key, making)
      try {
        return await making
      } finally {
        underWay.delete(key)
      }
    },
  }
}
