import type { EventLog } from '../../../ports/event-log.ts'
import { streamHead } from './read.ts'
import type { SharedAppends } from './shared-appends.ts'
import type { Store } from './store.ts'

/**
 * The last revision of a stream, asked for over a call that appends share, which costs a fraction of a read (ADR 0091). Without a
 * clear answer the last event is read.
 */
export const lastRevision = (store: Store, shared: SharedAppends): NonNullable<EventLog['lastRevision']> => {
  const { names, outage, patience } = store
  const head = streamHead(store)
  return async stream => {
    const until = performance.now() + patience.callMs
    const named = await shared.lastRevision(names.inStore(stream), patience.tryMs).catch(() => undefined)
    if (named === undefined) return (await head(stream, until)).revision
    outage.answered()
    return named
  }
}
