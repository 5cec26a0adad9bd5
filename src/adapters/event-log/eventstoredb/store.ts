import type { EventStoreDBClient, ResolvedEvent, StreamingRead } from '@eventstore/db-client'
import { pause } from '../../../engine/pause.ts'
import type { Metadata, Position, Recorded } from '../../../ports/event-log.ts'
import { connect } from './client.ts'
import { isAnswer, isLost, isNoAnswer, isPassing, noAnswer, type OutageWatch, storeAway } from './errors.ts'

/** How long the adapter waits for the store, in milliseconds. */
export type Patience = {
  /** A call with all its retries; after that the store counts as unavailable. Longer than the server's own stalls. */
  readonly callMs: number
  /** One attempt; the next one goes over a new connection. */
  readonly tryMs: number
  /** The first call at startup: no client is waiting, and a busy machine may take longer. */
  readonly startMs: number
}
export const usualPatience: Patience = { callMs: 4_000, tryMs: 1_500, startMs: 10_000 }

/** The leader answers, so that reads see earlier appends. */
export const fromLeader = { requiresLeader: true } as const

/** Shared by all parts of the adapter. */
export type Store = {
  readonly url: string
  readonly names: StreamNames
  readonly outage: OutageWatch
  readonly patience: Patience
  /** The client for reads and subscriptions; those for appends are in `one-appender.ts`. */
  readonly reads: Reads
}

/** Stream names in the store have the prefix. The stream with the log's own id is not part of the log. */
export const streamNames = (prefix: string) => {
  const logStream = `${prefix}$log`
  return {
    logStream,
    inStore: (stream: string) => `${prefix}${stream}`,
    ofStore: (name: string) => name.slice(prefix.length),
    /** The server puts an event of its own into a stream that an operator has deleted; its types begin with `$`. */
    isOurs: ({ streamId, type }: { readonly streamId: string; readonly type: string }) =>
      streamId.startsWith(prefix) && streamId !== logStream && !type.startsWith('$'),
  }
}
export type StreamNames = ReturnType<typeof streamNames>

/** The client for reads, replaced when its connection is dead: its subscriptions fail then, and begin again on the next one. */
export const openReads = (url: string) => {
  let current = connect(url).client
  let isClosed = false
  return {
    client: () => current,
    isLeft: (client: EventStoreDBClient) => isClosed || client !== current,
    leave: (client: EventStoreDBClient) => {
      if (client !== current) return
      current = connect(url).client
      // it waits for the end of every call, which one on a dead connection may never say
      void client.dispose()
    },
    close: () => {
      isClosed = true
      return current.dispose()
    },
  }
}
export type Reads = ReturnType<typeof openReads>

const betweenMs = 50

/**
 * Repeats a call, with short pauses, until it answers or the time is up; then throws StoreAway. Error responses and
 * bugs are thrown at once. The call receives the milliseconds of its attempt and must respect them. The reason is the last one that an
 * attempt gave by itself: the last attempt may be cut short, which says less.
 */
export const retrying = async <A>(
  { outage, patience }: Pick<Store, 'outage' | 'patience'>,
  call: (ms: number) => Promise<A>,
  until: number = performance.now() + patience.callMs,
): Promise<A> => {
  let said: unknown
  for (;;) {
    try {
      const answer = await call(Math.max(1, Math.min(patience.tryMs, until - performance.now())))
      outage.answered()
      return answer
    } catch (error) {
      if (isAnswer(error)) outage.answered()
      if (!isPassing(error)) throw error
      outage.failed(error)
      if (!isNoAnswer(error)) said = error
      if (until - performance.now() < 2 * betweenMs) throw storeAway(said ?? error)
      await pause(betweenMs)
    }
  }
}

/**
 * All results of a read, or those up to the one after which it is enough. It fails if no data arrives for a while, since the client sets no
 * deadline on reads, and if its client was left, which ends it as if it were complete.
 */
const collect = <A>(
  reading: StreamingRead<A>,
  idleMs: number,
  isEnough: (one: A) => boolean,
  isLeft: () => boolean,
): Promise<readonly A[]> =>
  new Promise((resolve, reject) => {
    const all: A[] = []
    let isDone = false
    const giveUp = setTimeout(() => {
      reject(noAnswer())
      reading.cancel().catch(reject)
    }, idleMs)
    reading.on('data', (one: A) => {
      // some more arrive until the server has heard of the end
      if (isDone) return
      giveUp.refresh()
      all.push(one)
      isDone = isEnough(one)
      if (!isDone) return
      clearTimeout(giveUp)
      resolve(all)
      reading.cancel().catch(reject)
    })
    reading.on('end', () => {
      clearTimeout(giveUp)
      if (isLeft()) reject(noAnswer())
      else resolve(all)
    })
    reading.on('error', (error: Error) => {
      clearTimeout(giveUp)
      reject(error)
    })
  })

/** The events of a finite read, which is repeated on another connection if this one is dead. Throws StoreAway. */
export const readEvents = async (
  store: Store,
  read: (client: EventStoreDBClient) => StreamingRead<ResolvedEvent>,
  isEnough: () => (one: ResolvedEvent) => boolean = () => () => false,
  until?: number,
) => {
  const attempt = async (ms: number) => {
    const client = store.reads.client()
    try {
      return await collect(read(client), ms, isEnough(), () => store.reads.isLeft(client))
    } catch (error) {
      if (isLost(error)) store.reads.leave(client)
      throw error
    }
  }
  return (await retrying(store, attempt, until)).flatMap(({ event }) => event ?? [])
}

/** The part of the client's event that we use. Its type makes the position optional, but the server always sends it. */
type Stored = Pick<
  NonNullable<ResolvedEvent['event']>,
  'id' | 'streamId' | 'revision' | 'type' | 'data' | 'metadata'
> & {
  readonly position?: { readonly commit: bigint }
}

/** Position of an event: its commit position, a byte offset that grows in commit order. */
export const positionOf = ({ position, id }: Pick<Stored, 'position' | 'id'>): Position => {
  if (position === undefined) throw new TypeError(`the event store returned event ${id} without a position`)
  return position.commit
}

/** The event in the port's format. */
export const recordedOf = (event: Stored, names: StreamNames): Recorded => ({
  id: event.id,
  stream: names.ofStore(event.streamId),
  revision: Number(event.revision),
  position: positionOf(event),
  type: event.type,
  data: event.data,
  metadata: event.metadata as Metadata,
})
