import type streams from '@eventstore/db-client/generated/streams_pb.js'
import { type handleClientStreamingCall, status } from '@grpc/grpc-js'
import { appendSucceeded, failure, streamDeleted, thrownByHandler, tooLarge, wrongExpectedVersion } from './messages.ts'
import type { Proposed, StoredLog } from './stored-log.ts'

type Append = handleClientStreamingCall<streams.AppendReq, streams.AppendResp>
type Answer = Parameters<Parameters<Append>[1]>

export const maxAppendSize = 1_048_576
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The event in a message of either kind of append. */
export const proposedOf = (
  message: streams.AppendReq.ProposedMessage | streams.BatchAppendReq.ProposedMessage,
): Proposed => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
})

/** The bytes that the limit of an append counts. */
export const sizeOf = (events: readonly Proposed[]): number =>
  events.reduce((sum, e) => sum + e.data.length + e.metadata.length + e.type.length, 0)

const expectedBy = (options: streams.AppendReq.Options): number | undefined => {
  if (options.hasNoStream()) return -1
  return options.hasRevision() ? Number(options.getRevision()) : undefined
}

const answerTo = (log: StoredLog, options: streams.AppendReq.Options, events: readonly Proposed[]): Answer => {
  const expected = expectedBy(options)
  if (expected === undefined) return [failure(status.UNIMPLEMENTED, 'The stand-in supports exact revisions only.')]
  if (events.some(({ id, type }) => type === '' || !uuid.test(id))) return [thrownByHandler()]
  if (sizeOf(events) > maxAppendSize) return [tooLarge()]
  const stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
  if (log.isDeleted(stream)) return [streamDeleted(stream)]
  const written = log.append(stream, events, expected)
  return 'actual' in written
    ? [null, wrongExpectedVersion(expected, written.actual)]
    : [null, appendSucceeded(written.revision, written.position)]
}

/** One append, as sent by the client with credentials. `decided` is called before the response is sent. */
export const appendCall =
  (log: StoredLog, decided: (answer: () => void, isWritten: boolean) => void): Append =>
  (call, callback) => {
    let options: streams.AppendReq.Options | undefined
    const events: Proposed[] = []
    call.on('data', (request: streams.AppendReq) => {
      options ??= request.getOptions()
      const message = request.getProposedMessage()
      if (message) events.push(proposedOf(message))
    })
    call.on('end', () => {
      if (call.cancelled || options === undefined) return
      const answer = answerTo(log, options, events)
      decided(() => callback(...answer), answer[1]?.hasSuccess() ?? false)
    })
  }
