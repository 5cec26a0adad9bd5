import shared from '@eventstore/db-client/generated/shared_pb.js'
import status from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { handleBidiStreamingCall } from '@grpc/grpc-js'
import anys from 'google-protobuf/google/protobuf/any_pb.js'
import empties from 'google-protobuf/google/protobuf/empty_pb.js'
import { maxAppendSize, proposedOf, sizeOf } from './append-call.ts'
import type { Proposed, StoredLog } from './stored-log.ts'

type BatchAppend = handleBidiStreamingCall<streams.BatchAppendReq, streams.BatchAppendResp>
const { BatchAppendResp } = streams

const details = (message: { serializeBinary(): Uint8Array }, name: string, prefix = 'event_store.client') => {
  const any = new anys.Any()
  any.pack(message.serializeBinary(), `${prefix}.${name}`)
  const error = new status.Status()
  error.setDetails(any)
  return error
}

const answerTo = (log: StoredLog, options: streams.BatchAppendReq.Options, events: readonly Proposed[]) => {
  const response = new BatchAppendResp()
  response.setStreamIdentifier(options.getStreamIdentifier())
  if (sizeOf(events) > maxAppendSize) {
    const tooLarge = new shared.MaximumAppendSizeExceeded()
    tooLarge.setMaxappendsize(maxAppendSize)
    return response.setError(details(tooLarge, 'MaximumAppendSizeExceeded'))
  }
  const stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
  if (log.isDeleted(stream)) {
    const deleted = new shared.StreamDeleted()
    deleted.setStreamIdentifier(options.getStreamIdentifier())
    return response.setError(details(deleted, 'StreamDeleted'))
  }
  const expected = options.hasNoStream() ? -1 : Number(options.getStreamPosition())
  const written = log.append(stream, events, expected)
  if ('actual' in written) {
    const wrong = new shared.WrongExpectedVersion()
    if (written.actual < 0) wrong.setCurrentNoStream(new empties.Empty())
    else wrong.setCurrentStreamRevision(String(written.actual))
    if (expected < 0) wrong.setExpectedNoStream(new empties.Empty())
    else wrong.setExpectedStreamPosition(String(expected))
    return response.setError(details(wrong, 'WrongExpectedVersion'))
  }
  const position = new shared.AllStreamPosition()
  position.setCommitPosition(String(written.position))
  position.setPreparePosition(String(written.position))
  const success = new BatchAppendResp.Success()
  success.setCurrentRevision(String(written.revision))
  success.setPosition(position)
  return response.setSuccess(success)
}

const noLeader = () => new BatchAppendResp().setError(details(new empties.Empty(), 'Empty', 'google.protobuf'))

/**
 * Appends of one call, in the order in which they are sent. `decided` is called before each response is sent. A node that is not
 * the leader any more ends the call with an error that names the leader; while it knows none, it refuses each append, with details that
 * the client does not know.
 */
export const batchAppendCall =
  (
    log: StoredLog,
    leads: (call: Parameters<BatchAppend>[0]) => 'yes' | 'nobody' | Error,
    decided: (answer: () => void, isWritten: boolean) => void,
  ): BatchAppend =>
  call => {
    const under = new Map<string, { options: streams.BatchAppendReq.Options; events: Proposed[] }>()
    call.on('data', (request: streams.BatchAppendReq) => {
      const id = request.getCorrelationId()?.getString() ?? ''
      const options = request.getOptions()
      if (options) under.set(id, { options, events: [] })
      const append = under.get(id)
      if (!append) return
      append.events.push(...request.getProposedMessagesList().map(proposedOf))
      if (!request.getIsFinal()) return
      under.delete(id)
      const leading = leads(call)
      if (leading instanceof Error) return void call.emit('error', leading)
      const response = leading === 'nobody' ? noLeader() : answerTo(log, append.options, append.events)
      response.setCorrelationId(request.getCorrelationId())
      response.setStreamIdentifier(append.options.getStreamIdentifier())
      decided(() => void (call.cancelled || call.write(response)), response.hasSuccess())
    })
    call.on('end', () => call.end())
    // the client is gone
    call.on('error', () => undefined)
  }
