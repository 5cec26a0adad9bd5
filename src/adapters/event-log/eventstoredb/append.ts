import {
  type AppendResult,
  type EventData,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import * as E from 'fp-ts/lib/Either.js'
import { validate } from 'uuid'
import type { EventLog, NewEvent } from '../../../ports/event-log.ts'
import { type AppendAnswer, appendsUnderWay } from './appends-under-way.ts'
import { streamHead } from './read.ts'
import { retrying } from './retrying.ts'
import { patienceFor, type Store } from './store.ts'
import { isStoreAway, noAnswer } from './store-errors.ts'

/** The most that one append may hold, in bytes of JSON (design 4); the server itself takes 1,048,576. */
const maxBytes = 1_000_000

const bytesOf = (events: readonly NewEvent[]): number =>
  events.reduce(
    (sum, { id, type, data, metadata }) =>
      sum +
      [id, type, JSON.stringify(data ?? null), JSON.stringify(metadata)].reduce(
        (n, text) => n + Buffer.byteLength(text),
        0,
      ),
    0,
  )

/**
 * Milliseconds after which the client breaks a call off. No try is waited for so long, and none may be broken off before: gRPC in Node
 * then ends the stream of messages before it resets it, so that a server may take the events that were sent so far for all of them.
 */
const brokenOffAfter = 60_000

/** A type or id that the server cannot read is a fault of ours; its answer to one could end the process. */
const check = ({ id, type }: NewEvent) => {
  if (type === '') throw new TypeError(`event ${id} has no type`)
  if (!validate(id)) throw new TypeError(`the id of a ${type} is not a UUID`)
}

const storedOf = ({ id, type, data, metadata }: NewEvent): EventData =>
  jsonEvent({ id, type, data: (data ?? null) as never, metadata })

const within = async <A>(ms: number, call: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(noAnswer()), ms)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Appends on an exact revision, the only kind of append that stays the same one when it is repeated after a restart. A try that
 * brings no answer is made again with the same ids and the same revision, which tells what became of the first.
 */
export const appendStored = async (
  { client, call, patience, outage }: Pick<Store, 'client' | 'call' | 'patience' | 'outage'>,
  name: string,
  events: readonly EventData[],
  expected: number,
  until?: number,
): Promise<AppendResult> => {
  const expectedRevision = expected < 0 ? NO_STREAM : BigInt(expected)
  const { tryMs } = patienceFor(patience, events.length)
  return retrying(
    { outage, patience },
    leftMs => {
      const ms = Math.min(leftMs, tryMs)
      const deadline = ms + brokenOffAfter
      return within(ms, client.appendToStream(name, [...events], { ...call, expectedRevision, deadline }))
    },
    until,
  )
}

const refusalOf = (error: unknown, stream: string, bytes: number): AppendAnswer => {
  if (error instanceof WrongExpectedVersionError) {
    const actual = typeof error.actualVersion === 'bigint' ? Number(error.actualVersion) : -1
    return E.left({ kind: 'conflict', stream, actual })
  }
  if (error instanceof MaxAppendSizeExceededError) return E.left({ kind: 'too-large', bytes })
  if (isStoreAway(error)) return E.left({ kind: 'unavailable', reason: error.reason })
  throw error
}

export const append = (store: Store): EventLog['append'] => {
  const underWay = appendsUnderWay()
  const head = streamHead(store)

  /** Nothing to write: the answer says whether the stream stands where it was expected to. */
  const nothing = async (stream: string, expected: number): Promise<AppendAnswer> => {
    const found = await head(stream)
    return found.revision === expected ? E.right(found) : E.left({ kind: 'conflict', stream, actual: found.revision })
  }

  /** With `throwOnAppendFailure=false` in its address the client answers refusals, and not always with the actual revision. */
  const answerOf = async (
    { success, nextExpectedRevision, position }: AppendResult,
    stream: string,
  ): Promise<AppendAnswer> => {
    if (!success) return E.left({ kind: 'conflict', stream, actual: (await head(stream)).revision })
    if (position === undefined) throw new TypeError('the event store gave an append no position')
    return E.right({ revision: Number(nextExpectedRevision), position: position.commit })
  }

  return async (stream, events, expected) => {
    const bytes = bytesOf(events)
    if (bytes > maxBytes) return E.left({ kind: 'too-large', bytes })
    events.forEach(check)
    const { callMs } = patienceFor(store.patience, events.length)
    return underWay.after({ stream, expected, count: events.length, callMs }, async until => {
      try {
        if (events.length === 0) return await nothing(stream, expected)
        const inStore = store.names.inStore(stream)
        const answer = await appendStored(store, inStore, events.map(storedOf), expected, until)
        return await answerOf(answer, stream)
      } catch (error) {
        return refusalOf(error, stream, bytes)
      }
    })
  }
}
