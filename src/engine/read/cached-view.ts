import type { Position } from '../../ports/event-log.ts'
import type { Change } from '../../ports/read-models.ts'
import { parsed } from './documents.ts'
import type { AnyProjection } from './projection.ts'
import { idsTouched, type Route, type Step } from './route.ts'
import { sampledSize } from './sampled-size.ts'

/** Limits of the documents in memory: characters of JSON, and number of documents. */
export type CacheLimits = { readonly characters: number; readonly documents: number }

/** Characters of a large document, whose size is known. It has many members, and counts twice: they take more room than its text. */
const large = { from: 100_000, times: 2 }

/**
 * A document while events are folded into it; undefined: there is none. `at`: the last event that it reflects; `changed`: it is not
 * written yet. It is changed in place: a long replay spends most of its time here, and one look-up an event is enough.
 */
type Cached = { readonly id: string; document: unknown; at: Position; changed: boolean }

/** The cached documents of a view while events are folded into them. `stored`: the position that the stored documents reflect. */
export const cachedView = (projection: AnyProjection, stored: Position) => {
  const documents = new Map<string, Cached>()
  let changed: Cached[] = []
  let reached = stored
  const size = sampledSize()
  /** Characters of the large documents that are cached, by id. */
  const heavy = new Map<string, number>()
  return {
    /** The position that the stored documents reflect, and the one that the cached ones do. */
    position: (): Position => stored,
    reached: (): Position => reached,
    reach: (position: Position): void => {
      if (position > reached) reached = position
    },
    /** The ids of the documents that must be loaded before these events are folded. */
    missing: (one: Route): readonly string[] =>
      // a document that is made anew need not be read, and at 0 the log alone says what it is
      stored === 0n || projection.anew ? [] : idsTouched(one).filter(id => !documents.has(id)),
    /** Caches a stored document. Throws DocumentUnreadable. */
    loaded: ({ id, json, position }: Change): void => {
      const document = json === undefined ? undefined : parsed(projection, { json })
      documents.set(id, { id, document, at: position, changed: false })
      if (json !== undefined && json.length >= large.from) heavy.set(id, json.length)
    },
    /** Folds an event into its document. One that it does not change (`evolve` returns the same object) is not written. */
    evolve: ({ id, event }: Step): void => {
      const { position } = event
      const known = documents.get(id)
      if (position <= reached) return
      if (known && position <= known.at) {
        // an earlier try wrote it, and did not get further: the view changes with this batch
        if (!known.changed) changed.push(known)
        known.changed = true
        return
      }
      const before = known?.document
      const after = projection.evolve(before, event)
      // a document that was not read may be there although none is known
      if (after === before && !(projection.anew && after === undefined)) return
      if (known === undefined) {
        const made = { id, document: after, at: position, changed: true }
        documents.set(id, made)
        changed.push(made)
        return
      }
      known.document = after
      known.at = position
      if (!known.changed) changed.push(known)
      known.changed = true
    },
    /** Measures one document of a batch. */
    measure: (id: string): void => {
      const document = documents.get(id)?.document
      if (document === undefined) return
      const characters = JSON.stringify(document).length
      // a large one stands once for those that are not measured: many events may change the same one
      if (!heavy.has(id)) size.add(characters)
      if (characters >= large.from) heavy.set(id, characters)
    },
    hasChanged: (): boolean => changed.length > 0,
    /** The changed documents in their stored form. Documents are plain JSON: values that JSON cannot represent are lost here. */
    *changes(): Generator<Change> {
      for (const { id, document, at: position } of changed)
        yield { id, json: document === undefined ? undefined : JSON.stringify(document), position }
    },
    /** The changes were written. */
    written: (): void => {
      stored = reached
      for (const cached of changed) cached.changed = false
      changed = []
    },
    /** Empties the cache, after everything was written. */
    forget: (): void => {
      documents.clear()
      heavy.clear()
    },
    /** The used share of the limits. */
    fullness: ({ characters, documents: most }: CacheLimits): number => {
      const held = documents.size
      if (held === 0) return 0
      let sum = size.of(held - heavy.size)
      for (const each of heavy.values()) sum += large.times * each
      return Math.max(sum / characters, held / most)
    },
  }
}
export type CachedView = ReturnType<typeof cachedView>
