import {
  BACKWARDS,
  END,
  FORWARDS,
  type RecordedEvent,
  START,
  StreamDeletedError,
  StreamNotFoundError,
} from '@eventstore/db-client'
import { fillingPage, mostTogether, wasFull } from '../../../engine/read/filling-page.ts'
import { sizeOf } from '../../../engine/read/size-of.ts'
import type { EventLog } from '../../../ports/event-log.ts'
import { StreamBroken } from '../../../ports/store-away.ts'
import { fromLeader, positionOf, readEvents, recordedOf, type Store } from './store.ts'

type ReadOptions = {
  readonly backwards?: boolean
  readonly from?: number
  readonly maxCount?: number
  /** It ends with the event that makes it a full page (ADR 0128). */
  readonly byPage?: boolean
  /** When the store counts as unavailable, by `performance.now`; default: after its patience. */
  readonly until?: number | undefined
}

/** An operator has deleted a stream for good (a tombstone); the client's error may have no message. */
export const deletedInStore = (stream: string) => new StreamBroken(stream, 'it was deleted in EventStoreDB')

/**
 * Throws StreamBroken if events from a revision on begin at a later one: an operator has truncated the stream (`$tb`, `$maxCount`,
 * `$maxAge`), and nothing may be decided on the rest.
 */
const mustBeginAt = (stream: string, from: number, [first]: readonly RecordedEvent[]): void => {
  if (first === undefined || Number(first.revision) === from) return
  throw new StreamBroken(stream, `EventStoreDB no longer returns its events before revision ${first.revision}`)
}

/** Events of one stream as stored; none if it does not exist. `maxCount` is at least 1. Throws StreamBroken if the first ones are missing. */
export const readStored = async (
  store: Store,
  name: string,
  options: ReadOptions,
): Promise<readonly RecordedEvent[]> => {
  const { backwards = false, from, maxCount, byPage = false, until } = options
  const { names } = store
  const start = backwards ? END : START
  const isEnough = () => {
    const { add } = fillingPage()
    return (one: { readonly event?: RecordedEvent }) => byPage && add(one, sizeOf(one.event?.data))
  }
  try {
    const events = await readEvents(
      store,
      client =>
        client.readStream(name, {
          ...fromLeader,
          direction: backwards ? BACKWARDS : FORWARDS,
          fromRevision: from === undefined ? start : BigInt(from),
          ...(maxCount === undefined || maxCount === Number.POSITIVE_INFINITY ? {} : { maxCount }),
        }),
      isEnough,
      until,
    )
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
