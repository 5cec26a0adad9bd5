import { BACKWARDS, END } from '@eventstore/db-client'
import type { Position } from '../../../ports/event-log.ts'
import { collect } from './collect.ts'
import { findLast } from './find-last.ts'
import { positionOf } from './recorded.ts'
import { retrying } from './retrying.ts'
import type { Store } from './store.ts'

/** The last events of the whole store, of any log, latest first; optionally those before a position. */
export const readLast = ({ client, call, patience, outage }: Store, maxCount: number, before?: Position) =>
  retrying({ outage, patience }, async leftMs => {
    const fromPosition = before === undefined ? END : { commit: before, prepare: before }
    const found = await collect(client.readAll({ ...call, direction: BACKWARDS, fromPosition, maxCount }), leftMs)
    return found.flatMap(({ event }) => event ?? [])
  })

/** Sizes of the pages in a search for our last event: it is usually the very last one. */
const firstPage = 1
const secondPage = 100
const largestPage = 4_000
const pageAfter = (count: number): number => Math.min(Math.max(4 * count, secondPage), largestPage)

/**
 * Position of our last event, which is usually the last one of the store. Otherwise the server searches for it, the first time; it cannot be
 * told where to stop, so that later searches read pages, backwards to the end of the search before. Pages also decide where the server
 * found nothing: a head that is too low would make views look ahead of the log.
 */
export const headOf = (store: Store): (() => Promise<Position>) => {
  const { names, patience } = store
  let known = { scanned: 0n, head: 0n }
  const searched = async (): Promise<Position | undefined> => {
    const found = await findLast(store, names.inStore(''), patience.callMs)
    return found !== undefined && names.isOurs(found) ? found.position : undefined
  }
  /** Our last event among so many before a position, else in further pages. */
  const before = async (position: Position | undefined, count: number): Promise<{ top: Position; head: Position }> => {
    const events = await readLast(store, count, position)
    const top = events[0] ? positionOf(events[0]) : 0n
    for (const event of events) {
      const at = positionOf(event)
      if (at <= known.scanned) return { top, head: known.head }
      if (names.isOurs(event)) return { top, head: at }
    }
    const last = events.at(-1)
    if (last === undefined || events.length < count) return { top, head: 0n }
    const found = known.scanned === 0n && count === firstPage ? await searched() : undefined
    return { top, head: found ?? (await before(positionOf(last), pageAfter(count))).head }
  }
  return async () => {
    const { top, head } = await before(undefined, firstPage)
    if (top > known.scanned) known = { scanned: top, head }
    return head
  }
}
