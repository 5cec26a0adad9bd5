import { randomUUID } from 'node:crypto'
import {
  unpackToCommandError,
  unpackWrongExpectedVersion,
} from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js'
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js'
import { parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import grpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import empties from 'google-protobuf/google/protobuf/empty_pb.js'
import timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js'
import type { Appended, NewEvent } from '../../../ports/event-log.ts'
import { ownCalls } from './own-calls.ts'
import type { Store } from './store.ts'

const { BatchAppendReq } = streams

/** The server bounds every append to its own limit (2 s); a time far ahead allows for clocks that differ. */
const deadlineMs = 3_600_000

/** An event as it is sent: its data and metadata are JSON texts in UTF-8. */
export type Encoded = Pick<NewEvent, 'id' | 'type'> & { readonly data: Uint8Array; readonly metadata: Uint8Array }

const utf8 = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value ?? null))

export const encoded = ({ id, type, data, metadata }: NewEvent): Encoded => ({
  id,
  type,
  data: utf8(data),
  metadata: utf8(metadata),
})

const proposed = ({ id, type, data, metadata }: Encoded) => {
  const message = new BatchAppendReq.ProposedMessage()
  const uuid = new shared.UUID()
  uuid.setString(id)
  message.setId(uuid)
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  message.setData(data)
  message.setCustomMetadata(metadata)
  return message
}

const optionsOf = (name: string, expected: number) => {
  const options = new BatchAppendReq.Options()
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(name))
  options.setStreamIdentifier(identifier)
  options.setDeadline(timestamps.Timestamp.fromDate(new Date(Date.now() + deadlineMs)))
  if (expected < 0) options.setNoStream(new empties.Empty())
  else options.setStreamPosition(String(expected))
  return options
}

const answerOf = (response: streams.BatchAppendResp, name: string): Appended => {
  const error = response.getError()
  if (error) throw unpackToCommandError(error, name)
  const success = response.getSuccess()
  const position = success?.getPosition()?.getCommitPosition()
  if (!success || position === undefined) throw new TypeError('the event store returned no position for an append')
  return { revision: Number(success.getCurrentRevision()), position: BigInt(position) }
}

/** No stream has this revision, so an append that expects it is refused. */
const never = Number.MAX_SAFE_INTEGER

const lastRevisionIn = (response: streams.BatchAppendResp): number => {
  const error = response.getError()
  const refused = error && unpackWrongExpectedVersion(error)
  if (refused?.hasCurrentStreamRevision()) return Number(refused.getCurrentStreamRevision())
  if (refused?.hasCurrentNoStream()) return -1
  throw new TypeError('the event store named no revision')
}

const ended = () => Object.assign(new Error('the call has ended'), { code: status.UNAVAILABLE })

export type AppendStream = {
  /** Sends an append behind those sent before. Rejects with the errors of the client, or when the call breaks. */
  append(name: string, events: readonly Encoded[], expected: number): Promise<Appended>
  /** The last revision of a stream, -1 if it does not exist, as a refused append names it (ADR 0091). Rejects as `append` does. */
  lastRevision(name: string): Promise<number>
  /** Whether the call has ended, or was left: nothing can be sent any more. */
  readonly isOver: boolean
  /** Ends the call when all of its appends have been answered. */
  leave(): void
}

/**
 * Appends over one gRPC call, which the server reads and writes in order: an append is never written before one that was sent
 * earlier. When the call breaks, all appends without an answer fail, and no later one is sent.
 */
export const openAppendStream = async ({ client, call }: Pick<Store, 'client' | 'call'>): Promise<AppendStream> => {
  const opener = ownCalls({ client })
  type Waiting = { answer(response: streams.BatchAppendResp): void; reject(error: Error): void }
  const waiting = new Map<string, Waiting>()
  let over: Error | undefined
  const end = (error: Error) => {
    over ??= error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const open = opener.GRPCStreamCreator(grpc.StreamsClient, 'appendInOrder', streamsClient =>
    streamsClient
      .batchAppend(...opener.callArguments(call, { deadline: Number.POSITIVE_INFINITY }))
      .on('data', (response: streams.BatchAppendResp) => {
        const id = parseUUID(response.getCorrelationId()) ?? ''
        // nobody waits for a second response to a refused append
        waiting.get(id)?.answer(response)
        waiting.delete(id)
      })
      .on('error', error => end(convertToCommandError(error)))
      .on('end', () => end(ended())),
  )
  const stream = await open()
  // a call that the server has ended stays half open otherwise, and the client waits for it when it is disposed of
  stream.on('end', () => stream.end())
  /** Sends an append; `read` throws what its response says, or returns it. */
  const send = <A>(
    name: string,
    events: readonly Encoded[],
    expected: number,
    read: (response: streams.BatchAppendResp) => A,
  ): Promise<A> =>
    new Promise((resolve, reject) => {
      if (over) throw over
      const request = new BatchAppendReq()
      const id = randomUUID()
      const correlation = new shared.UUID()
      correlation.setString(id)
      request.setCorrelationId(correlation)
      request.setOptions(optionsOf(name, expected))
      request.setProposedMessagesList(events.map(proposed))
      request.setIsFinal(true)
      const answer = (response: streams.BatchAppendResp) => {
        try {
          resolve(read(response))
        } catch (error) {
          reject(error)
        }
      }
      waiting.set(id, { answer, reject })
      stream.write(request)
    })
  return {
    append: (name, events, expected) => send(name, events, expected, response => answerOf(response, name)),
    lastRevision: name => send(name, [], never, lastRevisionIn),
    get isOver() {
      return over !== undefined
    },
    leave: () => {
      over ??= ended()
      stream.end()
    },
  }
}
