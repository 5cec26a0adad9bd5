import {
  BACKWARDS,
  END,
  FORWARDS,
  type RecordedEvent,
  type ResolvedEvent,
  START,
  StreamDeletedError,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client'
import { fillingPage, mostTogether, wasFull } from '../../../engine/read/filling-page.ts'
import { sizeOf } from '../../../engine/read/size-of.ts'
import type { EventLog, Position } from '../../../ports/event-log.ts'
import { deletedInStore, mustBeginAt } from './broken-streams.ts'
import { findLast } from './find-last.ts'
import { positionOf, recordedOf } from './recorded.ts'
import { retrying } from './retrying.ts'
import type { Store } from './store.ts'
import { noAnswer } from './store-errors.ts'

/**
 * All results of a read, or those up to the one after which it is enough. It fails if no data arrives for a while, since the client sets no
 * deadline on reads.
 */
const collect = <A>(
  reading: StreamingRead<A>,
  idleMs: number,
  isEnough: (one: A) => boolean = () => false,
): Promise<readonly A[]> =>
  new Promise((resolve, reject) => {
    const all: A[] = []
    let isDone = false
    const giveUp = setTimeout(() => {
      reject(noAnswer())
      reading.cancel().catch(reject)
    }, idleMs)
    reading.on('data', (one: A) => {
      // some more arrive until the server has heard of the end
      if (isDone) return
      giveUp.refresh()
      all.push(one)
      isDone = isEnough(one)
      if (!isDone) return
      clearTimeout(giveUp)
      resolve(all)
      reading.cancel().catch(reject)
    })
    reading.on('end', () => {
      clearTimeout(giveUp)
      resolve(all)
    })
    reading.on('error', (error: Error) => {
      clearTimeout(giveUp)
      reject(error)
    })
  })

type ReadOptions = {
  readonly backwards?: boolean
  readonly from?: number
  readonly maxCount?: number
  /** It ends with the event that makes it a full page (ADR 0128). */
  readonly byPage?: boolean
  /** When the store counts as unavailable, by `performance.now`; default: after its patience. */
  readonly until?: number | undefined
}

/** Events of one stream as stored; none if it does not exist. `maxCount` is at least 1. Throws StreamBroken if the first ones are missing. */
export const readStored = async (
  { client, call, names, patience, outage }: Store,
  name: string,
  options: ReadOptions,
): Promise<readonly RecordedEvent[]> => {
  const { backwards = false, from, maxCount, byPage = false, until } = options
  const start = backwards ? END : START
  const read = (leftMs: number) => {
    const { add } = fillingPage<ResolvedEvent>()
    return collect(
      client.readStream(name, {
        ...call,
        direction: backwards ? BACKWARDS : FORWARDS,
        fromRevision: from === undefined ? start : BigInt(from),
        ...(maxCount === undefined || maxCount === Number.POSITIVE_INFINITY ? {} : { maxCount }),
      }),
      leftMs,
      one => byPage && add(one, sizeOf(one.event?.data)),
    )
  }
  try {
    const events = (await retrying({ outage, patience }, read, until)).flatMap(({ event }) => event ?? [])
    if (!backwards) mustBeginAt(names.ofStore(name), from ?? 0, events)
    return events
  } catch (error) {
    if (error instanceof StreamDeletedError) throw deletedInStore(names.ofStore(name))
    if (error instanceof StreamNotFoundError) return []
    throw error
  }
}

export const readStream =
  (store: Store): EventLog['readStream'] =>
  async (stream, { from, backwards = false, limit } = {}) => {
    if (limit !== undefined && limit <= 0) return []
    const events = await readStored(store, store.names.inStore(stream), {
      backwards,
      ...(from === undefined ? {} : { from }),
      ...(limit === undefined ? {} : { maxCount: limit }),
    })
    return events.map(event => recordedOf(event, store.names))
  }

/** The pages of a stream, few enough to be parsed in one go; the next one is read while one is used. */
export const readStreamPages = (store: Store): EventLog['readStreamPages'] => {
  const read = (stream: string, from: number) =>
    readStored(store, store.names.inStore(stream), { from, maxCount: mostTogether.count, byPage: true })
  return async function* (stream, { from = 0 } = {}) {
    let next = read(stream, from)
    for (let more = true; more; ) {
      const page = await next
      more = wasFull(page.map(({ data }) => sizeOf(data)))
      if (more) next = read(stream, Number(page.at(-1)?.revision) + 1)
      // a consumer that stops early leaves it unanswered
      next.catch(() => undefined)
      if (page.length > 0) yield page.map(event => recordedOf(event, store.names))
    }
  }
}

/** As the port has it; `until`: as of `readStored`. */
export const streamHead =
  (store: Store) =>
  async (stream: string, until?: number): ReturnType<EventLog['streamHead']> => {
    const [last] = await readStored(store, store.names.inStore(stream), { backwards: true, maxCount: 1, until })
    return last ? { revision: Number(last.revision), position: positionOf(last) } : { revision: -1, position: 0n }
  }

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
