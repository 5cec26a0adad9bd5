import type { Position } from '../../../ports/event-log.ts'
import { growingPauses } from '../../clock/growing-pauses.ts'
import { openReader, type Span } from './reader.ts'
import type { Store } from './store.ts'
import { isPassing, isTooSlow, storeAway } from './store-errors.ts'

type Scan = {
  readonly after: Position
  /** End of the scan: one of our events is at this position, or the log has reached it. */
  readonly until: Position
  /** Names in the store. */
  readonly prefixes: readonly string[]
  readonly signal: AbortSignal
  /** How long to retry after a lost connection before throwing StoreAway, in milliseconds. */
  readonly patienceMs: number
}

/** Reads a section of the log in spans. After a lost connection it resumes behind the last delivered event. */
export async function* scan(store: Store, { after, until, prefixes, signal, patienceMs }: Scan): AsyncGenerator<Span> {
  if (prefixes.length === 0) return
  const pauses = growingPauses()
  let position = after
  const lastAnswer = performance.now()
  while (position < until && !signal.aborted) {
    const reader = openReader(store, position, prefixes)
    signal.addEventListener('abort', reader.close)
    try {
      while (position < until && !signal.aborted) {
        const span = await reader.next(store.patience.callMs)
        store.outage.answered()
        pauses.reset()
        position = span.live || span.upTo > until ? until : span.upTo
        yield { ...span, events: span.events.filter(event => event.position <= until), upTo: position }
      }
    } catch (error) {
      if (signal.aborted) return
      if (!isPassing(error)) throw error
      if (!isTooSlow(error)) store.outage.failed(error)
      if (performance.now() - lastAnswer > patienceMs) throw storeAway(error)
      await pauses.wait(signal, store.outage.over())
    } finally {
      signal.removeEventListener('abort', reader.close)
      reader.close()
    }
  }
}
