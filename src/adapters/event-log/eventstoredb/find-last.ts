import shared from '@eventstore/db-client/generated/shared_pb.js'
import grpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Position } from '../../../ports/event-log.ts'
import { ownCalls } from './own-calls.ts'
import type { Store } from './store.ts'

const { ReadReq } = streams
const { Options } = ReadReq

/** Events that the server looks at before it goes on to its next page. */
const searchWindow = 4_000

/** One event of all streams whose names begin with a prefix, backwards from the end. */
const requestOf = (prefix: string): streams.ReadReq => {
  const all = new Options.AllOptions()
  all.setEnd(new shared.Empty())
  const names = new Options.FilterOptions.Expression()
  names.setPrefixList([prefix])
  const filter = new Options.FilterOptions()
  filter.setStreamIdentifier(names)
  filter.setMax(searchWindow)
  filter.setCheckpointintervalmultiplier(1)
  const uuids = new Options.UUIDOption()
  uuids.setString(new shared.Empty())
  const options = new Options()
  options.setAll(all)
  options.setReadDirection(Options.ReadDirection.BACKWARDS)
  options.setCount('1')
  options.setFilter(filter)
  options.setUuidOption(uuids)
  const request = new ReadReq()
  request.setOptions(options)
  return request
}

type Found = { readonly streamId: string; readonly type: string; readonly position: Position }

const foundIn = (response: streams.ReadResp): Found | undefined => {
  const event = response.getEvent()?.getEvent()
  const name = event?.getStreamIdentifier()?.getStreamName_asU8()
  if (event === undefined || name === undefined) return undefined
  const type = event.getMetadataMap().get('type') ?? ''
  return { streamId: Buffer.from(name).toString(), type, position: BigInt(event.getCommitPosition()) }
}

/**
 * The last event of streams whose names begin with a prefix, searched by the server in one call: `readAll` of the client sends no filter.
 * Undefined if there is none, and also if the server has not found it in `limitMs` or could not search: only what it finds is certain.
 */
export const findLast = async (
  { client, call }: Pick<Store, 'client' | 'call'>,
  prefix: string,
  limitMs: number,
): Promise<Found | undefined> => {
  const calls = ownCalls({ client })
  const streamsClient = await calls.getGRPCClient(grpc.StreamsClient, 'findLast').catch(() => undefined)
  return new Promise(resolve => {
    if (streamsClient === undefined) return resolve(undefined)
    const reading = streamsClient.read(
      requestOf(prefix),
      ...calls.callArguments(call, { deadline: Date.now() + limitMs }),
    )
    reading
      .on('data', response => {
        const found = foundIn(response)
        if (found === undefined) return
        resolve(found)
        // it would search on for a second event before it ends
        reading.cancel()
      })
      .on('error', () => resolve(undefined))
      .on('end', () => resolve(undefined))
  })
}
