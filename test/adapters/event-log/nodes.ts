import * as E from 'fp-ts/lib/Either.js'
import {
  type EventStoreDbOptions,
  openEventStoreDb,
} from '../../../src/adapters/event-log/eventstoredb/open-event-log.ts'
import type { Appended, EventLog, NewEvent, Recorded } from '../../../src/ports/event-log.ts'
import { type StandIn, startStandIn } from '../../support/servers/eventstore/stand-in.ts'
import { inTime } from '../../support/waiting/in-time.ts'

/** A stand-in server and the nodes that a test opens on it; `states` are the reported outages and recoveries. */
export type Nodes = {
  store: StandIn & { readonly file: string }
  states: (string | undefined)[]
  open(more?: Partial<EventStoreDbOptions>): Promise<EventLog>
  /** Another server of the cluster of `store`; only one of them accepts appends at a time. */
  another(): Promise<StandIn>
  close(): Promise<void>
}

/** Long enough that a busy machine does not look like an unavailable store. */
export const patient = { callMs: 30_000, tryMs: 15_000, startMs: 30_000 }
/** For stores that do not answer at startup. */
export const impatient = { startMs: 1_000 }

export const startNodes = async (): Promise<Nodes> => {
  const store = await startStandIn()
  const opened: EventLog[] = []
  const others: StandIn[] = []
  const states: (string | undefined)[] = []
  return {
    store,
    states,
    open: async more => {
      const onState = (reason: string | undefined) => states.push(reason)
      const log = await openEventStoreDb({
        url: store.url,
        streamPrefix: 'endcap_',
        onState,
        patience: patient,
        ...more,
      })
      opened.push(log)
      return log
    },
    another: async () => {
      const other = await startStandIn({ file: store.file })
      others.push(other)
      return other
    },
    close: async () => {
      await Promise.all(opened.map(log => log.close()))
      for (const server of [...others, store]) await server.close()
    },
  }
}

/** Appends without loss: repeats the same events while the store is unavailable. */
export const surely = async (log: EventLog, stream: string, events: readonly NewEvent[], expected: number) => {
  const giveUp = performance.now() + 60_000
  let answer: Awaited<ReturnType<EventLog['append']>>
  do answer = await log.append(stream, events, expected)
  while (E.isLeft(answer) && answer.left.kind === 'unavailable' && performance.now() < giveUp)
  if (E.isLeft(answer)) throw new Error(`the append was rejected: ${JSON.stringify(answer.left)}`)
  return answer.right satisfies Appended
}

/** Follows a log; `until` resolves after that many events. A step, if given, is awaited before each batch counts. */
export const following = (
  log: EventLog,
  options: { readonly after?: bigint; readonly prefixes?: readonly string[]; readonly step?: () => Promise<void> } = {},
) => {
  const seen: Recorded[] = []
  let position = 0n
  const waiting = new Set<() => void>()
  let failure: unknown
  const news = () => {
    for (const check of waiting) check()
  }
  const { after = 0n, prefixes, step = async () => {} } = options
  const subscription = log.subscribe({
    after,
    ...(prefixes ? { prefixes } : {}),
    handle: async events => {
      await step()
      seen.push(...events)
      position = events.at(-1)!.position
      news()
    },
    onReached: async to => {
      position = to
      news()
    },
    onError: error => {
      failure = error
      news()
    },
  })
  const when = (what: string, isThere: () => boolean) => {
    const came = new Promise<readonly Recorded[]>((resolve, reject) => {
      const check = () => {
        if (failure !== undefined) reject(failure)
        else if (isThere()) resolve(seen)
        else return
        waiting.delete(check)
      }
      waiting.add(check)
      check()
    })
    return inTime(what, came, () => revisionsOf(seen).slice(-20).join(' '))
  }
  const until = (count: number) => when(`${count} events`, () => seen.length >= count)
  const reached = (to: bigint) => when(`position ${to}`, () => position >= to)
  return { seen, until, reached, stop: subscription.stop }
}

export const revisionsOf = (events: readonly Recorded[]) =>
  events.map(({ stream, revision }) => `${stream}@${revision}`)

export const everything = async (log: EventLog): Promise<readonly Recorded[]> => {
  const all: Recorded[] = []
  for await (const event of log.readAll()) all.push(event)
  return all
}
