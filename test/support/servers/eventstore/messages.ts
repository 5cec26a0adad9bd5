import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { Metadata, type ServiceError, status } from '@grpc/grpc-js'
import type { Stored } from './stored-log.ts'

const { ReadResp, AppendResp } = streams

const identifier = (stream: string) => {
  const message = new shared.StreamIdentifier()
  message.setStreamName(Buffer.from(stream).toString('base64'))
  return message
}

/** A gRPC error like the server's; the client identifies errors by `exception` in the metadata. */
export const failure = (
  code: status,
  details: string,
  metadata: Readonly<Record<string, string>> = {},
): ServiceError => {
  const map = new Metadata()
  for (const [key, value] of Object.entries(metadata)) map.set(key, value)
  return Object.assign(new Error(details), { code, details, metadata: map })
}
export const thrownByHandler = () => failure(status.UNKNOWN, 'Exception was thrown by handler.')
export const tooSlow = () =>
  failure(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  )
export const notLeader = ({ host, port }: { readonly host: string; readonly port: number }) =>
  failure(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  })
/** What the client makes of the HTTP status 401. */
export const unauthenticated = () => failure(status.UNAUTHENTICATED, 'Received HTTP status code 401')
export const streamDeleted = (stream: string) =>
  failure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  })
export const tooLarge = () =>
  failure(status.INVALID_ARGUMENT, 'Maximum Append Size of 1048576 Exceeded.', {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': '1048576',
  })

/** One event of a read or a subscription. */
export const eventRead = (event: Stored) => {
  const recorded = new ReadResp.ReadEvent.RecordedEvent()
  const id = new shared.UUID()
  id.setString(event.id)
  recorded.setId(id)
  recorded.setStreamIdentifier(identifier(event.stream))
  recorded.setStreamRevision(String(event.revision))
  recorded.setCommitPosition(String(event.position))
  recorded.setPreparePosition(String(event.position))
  recorded.getMetadataMap().set('type', event.type)
  recorded.getMetadataMap().set('content-type', event.contentType)
  recorded.getMetadataMap().set('created', String(BigInt(event.created) * 10_000n))
  recorded.setCustomMetadata(event.metadata)
  recorded.setData(event.data)
  const read = new ReadResp.ReadEvent()
  read.setEvent(recorded)
  read.setCommitPosition(String(event.position))
  const response = new ReadResp()
  response.setEvent(read)
  return response
}

export const streamNotFound = (stream: string) => {
  const notFound = new ReadResp.StreamNotFound()
  notFound.setStreamIdentifier(identifier(stream))
  const response = new ReadResp()
  response.setStreamNotFound(notFound)
  return response
}
export const confirmation = (id: string) => {
  const confirmed = new ReadResp.SubscriptionConfirmation()
  confirmed.setSubscriptionId(id)
  const response = new ReadResp()
  response.setConfirmation(confirmed)
  return response
}
export const caughtUp = () => {
  const response = new ReadResp()
  response.setCaughtUp(new ReadResp.CaughtUp())
  return response
}
export const checkpoint = (position: bigint) => {
  const reached = new ReadResp.Checkpoint()
  reached.setCommitPosition(String(position))
  reached.setPreparePosition(String(position))
  const response = new ReadResp()
  response.setCheckpoint(reached)
  return response
}

export const appendSucceeded = (revision: number, at: bigint) => {
  const position = new AppendResp.Position()
  position.setCommitPosition(String(at))
  position.setPreparePosition(String(at))
  const success = new AppendResp.Success()
  success.setCurrentRevision(String(revision))
  success.setPosition(position)
  const response = new AppendResp()
  response.setSuccess(success)
  return response
}
export const wrongExpectedVersion = (expected: number, actual: number) => {
  const wrong = new AppendResp.WrongExpectedVersion()
  if (actual < 0) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(String(actual))
  if (expected < 0) wrong.setExpectedNoStream(new shared.Empty())
  else wrong.setExpectedRevision(String(expected))
  const response = new AppendResp()
  response.setWrongExpectedVersion(wrong)
  return response
}
