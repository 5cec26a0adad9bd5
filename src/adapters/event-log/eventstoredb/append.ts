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
import type { EventLog, NewEvent } from '../../../ports/event-log.ts'
import { type Encoded, encoded } from './append-stream.ts'
import { type AppendAnswer, appendsUnderWay } from './appends-under-way.ts'
import { deletedInStore } from './broken-streams.ts'
import { streamHead } from './read.ts'
import { retrying } from './retrying.ts'
import type { SharedAppends } from './shared-appends.ts'
import { patienceFor, type Store } from './store.ts'
import { isStoreAway } from './store-errors.ts'
import { untilReadable } from './until-readable.ts'
import { within } from './within.ts'

const bytesOf = (events: readonly Encoded[]): number =>
  events.reduce((sum, { id, type, data, metadata }) => sum + id.length + type.length + data.length + metadata.length, 0)

/**
 * The client's own deadline after the attempt's, in milliseconds. We never wait for it, and no call may be cancelled
 * earlier: gRPC in Node ends the message stream before resetting it, so a server may take a partial append for a
 * complete one.
 */
const brokenOffAfter = 60_000

/** An invalid type or id is a bug in our code; the server's response to it could end the process. */
const check = ({ id, type }: NewEvent) => {
  if (type === '') throw new TypeError(`event ${id} has no type`)
  if (!validate(id)) throw new TypeError(`the id of a ${type} is not a UUID`)
}

const storedOf = ({ id, type, data, metadata }: NewEvent): EventData =>
  jsonEvent({ id, type, data: (data ?? null) as never, metadata })

/**
 * Appends at an exact revision, the only kind of append that is idempotent across restarts. An attempt without an
 * answer is repeated with the same ids and revision, which reveals the outcome of the first. `first`: the first attempt, with its
 * time limit; further ones have a call of their own, whose errors lead the client to the leader.
 */
export const appendStored = async (
  { client, call, patience, outage }: Pick<Store, 'client' | 'call' | 'patience' | 'outage'>,
  name: string,
  events: readonly EventData[],
  expected: number,
  { until, first }: { readonly until?: number; readonly first?: (ms: number) => Promise<AppendResult> } = {},
): Promise<AppendResult> => {
  const expectedRevision = expected < 0 ? NO_STREAM : BigInt(expected)
  const { tryMs } = patienceFor(patience, events.length)
  let attempts = 0
  return retrying(
    { outage, patience },
    leftMs => {
      const ms = Math.min(leftMs, tryMs)
      if (attempts++ === 0 && first) return first(ms)
      const deadline = ms + brokenOffAfter
      return within(ms, client.appendToStream(name, [...events], { ...call, expectedRevision, deadline }))
    },
    until,
  )
}

const refusalOf = (error: unknown, stream: string, bytes: number): AppendAnswer => {
  if (error instanceof StreamDeletedError) throw deletedInStore(stream)
  if (error instanceof MaxAppendSizeExceededError) return E.left({ kind: 'too-large', bytes })
  if (isStoreAway(error)) return E.left({ kind: 'unavailable', reason: error.reason })
  throw error
}

/** `shared`: for first attempts. */
export const append = (store: Store, shared: SharedAppends): EventLog['append'] => {
  const underWay = appendsUnderWay()
  const head = streamHead(store)

  /** Nothing to write: only checks that the stream is at the expected revision. */
  const nothing = async (stream: string, expected: number): Promise<AppendAnswer> => {
    const found = await head(stream)
    return found.revision === expected ? E.right(found) : E.left({ kind: 'conflict', stream, actual: found.revision })
  }

  /**
   * A conflict whose cause can be read, so that the caller can decide again. `atLeast`: the revision that the server named,
   * if it did.
   */
  const conflict = async (stream: string, expected: number, atLeast: number, until: number): Promise<AppendAnswer> => {
    const found = await untilReadable(
      () => head(stream),
      ({ revision }) => revision !== expected && revision >= atLeast,
      until,
    )
    if (found === undefined) return E.left({ kind: 'unavailable', reason: 'another append cannot be read yet' })
    return E.left({ kind: 'conflict', stream, actual: found.revision })
  }

  /**
   * With `throwOnAppendFailure=false` in the URL, the client returns failures, and not always with the actual revision.
   */
  const answerOf = async (
    { success, nextExpectedRevision, position }: AppendResult,
    conflicting: () => Promise<AppendAnswer>,
  ): Promise<AppendAnswer> => {
    if (!success) return conflicting()
    if (position === undefined) throw new TypeError('the event store returned no position for an append')
    return E.right({ revision: Number(nextExpectedRevision), position: position.commit })
  }

  return async (stream, events, expected) => {
    const sent = events.map(encoded)
    const bytes = bytesOf(sent)
    // the server's own limit is 1,048,576 bytes
    if (bytes > maxAppendBytes) return E.left({ kind: 'too-large', bytes })
    events.forEach(check)
    const { callMs } = patienceFor(store.patience, events.length)
    return underWay.after({ stream, expected, count: events.length, callMs }, async until => {
      try {
        if (events.length === 0) return await nothing(stream, expected)
        const inStore = store.names.inStore(stream)
        const conflicting = (atLeast = -1) => conflict(stream, expected, atLeast, until)
        const answered = await appendStored(store, inStore, events.map(storedOf), expected, {
          until,
          first: ms => shared.append(inStore, sent, expected, ms),
        }).catch(error => {
          if (!(error instanceof WrongExpectedVersionError)) throw error
          return conflicting(typeof error.actualVersion === 'bigint' ? Number(error.actualVersion) : -1)
        })
        return 'success' in answered ? await answerOf(answered, conflicting) : answered
      } catch (error) {
        return refusalOf(error, stream, bytes)
      }
    })
  }
}
