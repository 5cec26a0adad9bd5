import { LRUCache } from 'lru-cache'
import { valueBytes } from '../domain/shared/value-bytes.ts'
import { keptBy } from '../engine/kept-by.ts'
import type { EventLog } from '../ports/event-log.ts'

/** A state is kept after every so many events of a stream. */
const every = 1_000
/** Estimated bytes of all states of a log; a larger one is not kept. */
const mostBytes = 16_777_216

/** The state of a stream before one of its revisions. */
export type StateBefore = { readonly state: unknown; readonly revision: number }

/** By log: what streams of it were never changes. */
const keptOf = keptBy(
  () =>
    new LRUCache<string, { readonly state: unknown }>({
      maxSize: mostBytes,
      sizeCalculation: ({ state }) => valueBytes(state),
    }),
)

/**
 * States of long streams that readers of the history have folded: whoever reads on begins at the last one before what is wanted. Without
 * them each page of a history would fold its streams from their beginnings.
 */
export const keptStates = (log: Pick<EventLog, 'readStreamPages'>, stream: string) => {
  const kept = keptOf(log)
  const nameOf = (revision: number): string => `${stream}@${revision}`
  return {
    /** The last kept state before a revision or at it; undefined: the stream is read from its beginning. */
    before(wanted: number): StateBefore | undefined {
      for (let revision = wanted - (wanted % every); revision > 0; revision -= every) {
        const found = kept.get(nameOf(revision))
        if (found) return { state: found.state, revision }
      }
      return undefined
    },
    /** Notes the state before a revision. */
    note(state: unknown, revision: number): void {
      if (revision % every === 0) kept.set(nameOf(revision), { state })
    },
  }
}
