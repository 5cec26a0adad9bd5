import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerWritableStream } from '@grpc/grpc-js'
import { status } from '@grpc/grpc-js'
import { eventRead, failure, streamDeleted, streamNotFound } from './messages.ts'
import type { Stored, StoredLog } from './stored-log.ts'

export type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>
export type ReadOptions = streams.ReadReq.Options

const page = (events: readonly Stored[], options: ReadOptions): readonly Stored[] =>
  events.slice(0, Math.min(Number(options.getCount()), events.length))
const isBackwards = (options: ReadOptions) => Number(options.getReadDirection()) === 1

/** Whether an event's stream begins with one of the prefixes of a filter; without a filter all do. */
export const isWantedBy = (filter: streams.ReadReq.Options.FilterOptions | undefined): ((event: Stored) => boolean) => {
  const prefixes = filter?.getStreamIdentifier()?.getPrefixList() ?? ['']
  return event => prefixes.some(prefix => event.stream.startsWith(prefix))
}

/** Events of one stream. From a revision after the end, backwards gives all and forwards none. */
const ofStream = (log: StoredLog, options: ReadOptions, of: streams.ReadReq.Options.StreamOptions) => {
  const name = Buffer.from(of.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
  if (log.isDeleted(name)) throw streamDeleted(name)
  const events = log.stream(name)
  if (events.length === 0) return { name, events: undefined }
  const from = Number(of.getRevision())
  if (!isBackwards(options)) {
    const first = of.hasRevision() ? from : 0
    return {
      name,
      events: page(
        events.filter(({ revision }) => revision >= first),
        options,
      ),
    }
  }
  const upTo = events.filter(({ revision }) => !of.hasRevision() || revision <= from)
  return { name, events: page(of.hasStart() ? events.slice(0, 1) : upTo.reverse(), options) }
}

/** Events of all streams: from a position, inclusive forwards, exclusive backwards. Undefined if there is no such position. */
const ofAll = (log: StoredLog, options: ReadOptions, of: streams.ReadReq.Options.AllOptions) => {
  const backwards = isBackwards(options)
  const isWanted = isWantedBy(options.getFilter())
  const at = of.hasPosition() ? BigInt(of.getPosition()?.getCommitPosition() ?? '0') : undefined
  const end = log.all.at(-1)?.position ?? 0n
  if (at !== undefined && at <= end && !log.all.some(event => event.position === at)) return undefined
  const first = log.all.findIndex(event => at !== undefined && event.position >= at)
  const index = first < 0 ? log.all.length : first
  const wanted = (events: readonly Stored[]) => page(events.filter(isWanted), options)
  if (backwards) return wanted(log.all.slice(0, at === undefined ? log.all.length : index).reverse())
  return wanted(of.hasStart() ? log.all : log.all.slice(index))
}

/** Finite reads: of one stream, or of all streams in either direction, optionally of streams whose names begin with a prefix. */
export const readCall = async (log: StoredLog, call: ReadCall, options: ReadOptions): Promise<void> => {
  const stream = options.getStream()
  const all = options.getAll()
  if (Number(options.getCount()) === 0) {
    // the real server loops for a count of 0 over all streams
    if (stream) call.emit('error', failure(status.UNKNOWN, 'Unexpected ReadStreamResult: Error'))
    return
  }
  const found = stream ? ofStream(log, options, stream) : { name: '', events: all && ofAll(log, options, all) }
  if (found.events === undefined) {
    if (all) return void call.emit('error', failure(status.UNKNOWN, 'Unexpected ReadAllResult: Error'))
    call.write(streamNotFound(found.name))
  }
  for (const event of found.events ?? []) {
    if (call.cancelled) return
    if (!call.write(eventRead(event))) await new Promise<void>(resolve => call.once('drain', resolve))
  }
  call.end()
}
