import { randomUUID } from 'node:crypto'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import { caughtUp, checkpoint, confirmation, eventRead, thrownByHandler, tooSlow } from './messages.ts'
import { isWantedBy, type ReadCall, type ReadOptions } from './read-call.ts'
import type { Stored, StoredLog } from './stored-log.ts'

/** Maximum events waiting for a live subscriber; with one more the server drops it. */
const liveBuffer = 32

/** The index after the position where a subscription starts; undefined if there is no such position. */
const firstIndex = (log: StoredLog, all: streams.ReadReq.Options.AllOptions): number | undefined => {
  if (all.hasStart()) return 0
  const at = all.hasEnd() ? undefined : BigInt(all.getPosition()?.getCommitPosition() ?? '0')
  if (at === undefined || at > (log.all.at(-1)?.position ?? 0n)) return log.all.length
  const found = log.all.findIndex(event => event.position === at)
  return found < 0 ? undefined : found + 1
}

/**
 * A subscription to all streams from a position, filtered by prefixes, catch-up then live, with a checkpoint after a number of
 * filtered events. `subscribers` are called after each append.
 */
export const subscribeCall = async (
  log: StoredLog,
  subscribers: Set<() => void>,
  call: ReadCall,
  options: ReadOptions,
): Promise<void> => {
  const all = options.getAll()
  const first = all && firstIndex(log, all)
  if (first === undefined) return void call.emit('error', thrownByHandler())
  const filter = options.getFilter()
  const isWanted = isWantedBy(filter)
  const every = (filter?.hasMax() ? filter.getMax() : 32) * (filter?.getCheckpointintervalmultiplier() ?? 1)
  let next = first
  let considered = 0
  let live = -1
  let wake = () => {}

  const write = async (message: streams.ReadResp) => {
    if (!call.write(message)) await new Promise<void>(resolve => call.once('drain', resolve))
  }
  const send = async (event: Stored) => {
    if (isWanted(event)) await write(eventRead(event))
    considered += 1
    const firstLive = event === log.all[live]
    if (firstLive || considered % every === 0) await write(checkpoint(event.position))
  }
  const isFull = () => log.all.slice(next).filter(isWanted).length > liveBuffer
  const over = () => call.cancelled || call.destroyed

  await write(confirmation(randomUUID()))
  await write(checkpoint(0n))
  while (next < log.all.length && !over()) await send(log.all[next++]!)
  await write(caughtUp())
  live = next

  let dropped = false
  const appended = () => {
    dropped ||= isFull()
    wake()
  }
  call.on('cancelled', () => wake())
  subscribers.add(appended)
  while (!over() && !dropped) {
    while (next < log.all.length && !over() && !dropped) await send(log.all[next++]!)
    if (!over() && !dropped) await new Promise<void>(resolve => (wake = resolve))
  }
  subscribers.delete(appended)
  if (dropped && !over()) call.emit('error', tooSlow())
}
