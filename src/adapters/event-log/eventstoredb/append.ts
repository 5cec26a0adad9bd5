import { randomUUID } from 'node:crypto'
import {
  type AppendResult,
  type EventData,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import * as E from 'fp-ts/lib/Either.js'
import { validate } from 'uuid'
import { maxAppendBytes } from '../../../domain/shared/append-limit.ts'
import { pause } from '../../../engine/pause.ts'
import type { EventLog, NewEvent } from '../../../ports/event-log.ts'
import { isNoAnswer, isNotLeader, isStoreAway } from './errors.ts'
import { appender } from './one-appender.ts'
import { deletedInStore, readStored, streamHead } from './read-streams.ts'
import { fromLeader, retrying, type Store } from './store.ts'

type AppendAnswer = Awaited<ReturnType<EventLog['append']>>

/** The server bounds every append to its own limit (2 s); a time far ahead allows for clocks that differ. */
const deadline = 3_600_000

const bytesOf = (events: readonly NewEvent[]): number =>
  events.reduce(
    (sum, { id, type, data, metadata }) =>
      sum + id.length + type.length + Buffer.byteLength(JSON.stringify([data, metadata])),
    0,
  )

/** An invalid type or id is a bug in our code; the server's response to it could end the process. */
const check = ({ id, type }: NewEvent) => {
  if (type === '') throw new TypeError(`event ${id} has no type`)
  if (!validate(id)) throw new TypeError(`the id of a ${type} is not a UUID`)
}

const storedOf = ({ id, type, data, metadata }: NewEvent): EventData =>
  jsonEvent({ id, type, data: (data ?? null) as never, metadata })

/**
 * Appends at an exact revision, the only kind of append that is idempotent across restarts. An attempt without an answer is repeated, on
 * another connection, with the same ids and revision, which reveals the outcome of the first.
 */
const appendStored = (
  store: Store,
  name: string,
  events: readonly EventData[],
  expected: number,
  until?: number,
): Promise<AppendResult> => {
  const expectedRevision = expected < 0 ? NO_STREAM : BigInt(expected)
  const append = async (ms: number) => {
    const reading = store.reads.client()
    try {
      return await appender.attempt(store.url, ms, client =>
        client.appendToStream(name, [...events], { ...fromLeader, expectedRevision, deadline }),
      )
    } catch (error) {
      // a subscription that nothing comes to does not notice
      if (isNoAnswer(error) || isNotLeader(error)) store.reads.leave(reading)
      throw error
    }
  }
  return retrying(store, append, until)
}

/** The first and the longest pause between two looks, in milliseconds. */
const shortest = 5
const longest = 100

/**
 * Looks again, with growing pauses, until an append that another one was refused for can be read: the server refuses as
 * soon as it has accepted the other append, which appears in reads only later. Undefined when the time is up (`until`, by
 * `performance.now`).
 */
const untilReadable = async <A>(
  look: () => Promise<A>,
  isThere: (found: A) => boolean,
  until: number,
): Promise<A | undefined> => {
  for (let ms = shortest; ; ms = Math.min(2 * ms, longest)) {
    const found = await look()
    if (isThere(found)) return found
    if (performance.now() + ms > until) return undefined
    await pause(ms)
  }
}

const actualOf = ({ actualVersion }: WrongExpectedVersionError): number =>
  typeof actualVersion === 'bigint' ? Number(actualVersion) : -1

/** The last pending append of a stream, and the stream's revision if it succeeds. */
type Pending = { readonly revision: number; readonly answer: Promise<AppendAnswer> }
const late: AppendAnswer = E.left({ kind: 'unavailable', reason: 'no answer in time' })

/**
 * The appends of a log. Those of one stream go one after the other, so that one that is based on a pending one fails if that fails, even
 * if another process has taken their revisions.
 */
export const append = (store: Store): EventLog['append'] => {
  const pending = new Map<string, Pending>()
  const head = streamHead(store)

  /** Nothing to write: only checks that the stream is at the expected revision. */
  const nothing = async (stream: string, expected: number): Promise<AppendAnswer> => {
    const found = await head(stream)
    return found.revision === expected ? E.right(found) : E.left({ kind: 'conflict', stream, actual: found.revision })
  }

  /** A conflict whose cause can be read, so that the caller can decide again. `atLeast`: the revision that the server named. */
  const conflict = async (stream: string, expected: number, atLeast: number, until: number): Promise<AppendAnswer> => {
    const found = await untilReadable(
      () => head(stream, until),
      ({ revision }) => revision !== expected && revision >= atLeast,
      until,
    )
    if (found === undefined) return E.left({ kind: 'unavailable', reason: 'another append cannot be read yet' })
    return E.left({ kind: 'conflict', stream, actual: found.revision })
  }

  const write = async (
    stream: string,
    events: readonly NewEvent[],
    expected: number,
    until: number,
  ): Promise<AppendAnswer> => {
    try {
      if (events.length === 0) return await nothing(stream, expected)
      const name = store.names.inStore(stream)
      const { nextExpectedRevision, position } = await appendStored(store, name, events.map(storedOf), expected, until)
      if (position === undefined) throw new TypeError('the event store returned no position for an append')
      return E.right({ revision: Number(nextExpectedRevision), position: position.commit })
    } catch (error) {
      if (error instanceof WrongExpectedVersionError)
        return conflict(stream, expected, actualOf(error), until).catch(refused)
      return refused(error)
    }
    function refused(error: unknown): AppendAnswer {
      if (error instanceof StreamDeletedError) throw deletedInStore(stream)
      if (error instanceof MaxAppendSizeExceededError) return E.left({ kind: 'too-large', bytes: bytesOf(events) })
      if (isStoreAway(error)) return E.left({ kind: 'unavailable', reason: error.reason })
      throw error
    }
  }

  /** Waits for the pending append of the stream, if there is one, within the time limit of this one. */
  const inTurn = async (stream: string, events: readonly NewEvent[], expected: number): Promise<AppendAnswer> => {
    const before = pending.get(stream)
    const { callMs } = store.patience
    const until = performance.now() + callMs
    if (before === undefined) return write(stream, events, expected, until)
    const waiting = new AbortController()
    const first = await Promise.race([before.answer, pause(callMs, waiting.signal).then(() => late)])
    waiting.abort()
    const isBasedOnIt = expected === before.revision
    return E.isLeft(first) && (isBasedOnIt || first === late) ? first : write(stream, events, expected, until)
  }

  return async (stream, events, expected) => {
    const bytes = bytesOf(events)
    // the server's own limit is 1,048,576 bytes
    if (bytes > maxAppendBytes) return E.left({ kind: 'too-large', bytes })
    events.forEach(check)
    const answer = inTurn(stream, events, expected)
    const one: Pending = { revision: expected + events.length, answer }
    pending.set(stream, one)
    const forget = () => {
      if (pending.get(stream) === one) pending.delete(stream)
    }
    answer.then(forget, forget)
    return answer
  }
}

/** No stream has this revision, so an append that expects it is refused. */
const never = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * The last revision of a stream, as a refused append without events names it, which costs a fraction of a read (ADR 0091). Without a clear
 * answer the last event is read.
 */
export const lastRevision = (store: Store): NonNullable<EventLog['lastRevision']> => {
  const head = streamHead(store)
  return async stream => {
    const until = performance.now() + store.patience.callMs
    const options = { ...fromLeader, expectedRevision: never, deadline }
    try {
      await appender.attempt(store.url, store.patience.tryMs, client =>
        client.appendToStream(store.names.inStore(stream), [], options),
      )
    } catch (error) {
      if (error instanceof WrongExpectedVersionError && ['bigint', 'string'].includes(typeof error.actualVersion)) {
        store.outage.answered()
        return actualOf(error)
      }
    }
    return (await head(stream, until)).revision
  }
}

/**
 * The log's own id, generated by the first node that opens it. If several nodes open it at once, one creates the id and
 * the others read it.
 */
export const logIdOf = async (store: Store): Promise<string> => {
  const { logStream } = store.names
  const read = async () => {
    const [first] = await readStored(store, logStream, { maxCount: 1 })
    const id = (first?.data as { readonly id?: unknown } | undefined)?.id
    return typeof id === 'string' ? id : undefined
  }
  const found = await read()
  if (found !== undefined) return found
  const id = randomUUID()
  try {
    await appendStored(store, logStream, [jsonEvent({ id, type: 'LogCreated', data: { id } })], -1)
    return id
  } catch (error) {
    if (!(error instanceof WrongExpectedVersionError)) throw error
    const until = performance.now() + store.patience.callMs
    const theirs = await untilReadable(read, found => found !== undefined, until)
    if (theirs === undefined) throw error
    return theirs
  }
}
