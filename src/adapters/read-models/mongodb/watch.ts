import type { Position } from '../../../ports/event-log.ts'
import type { ViewRef } from '../../../ports/read-models.ts'
import { StoreAway } from '../../../ports/store-away.ts'
import type { Collections, FeedRow } from './documents.ts'
import { beatMs, type Lease, type Turn } from './lease.ts'
import { type Documents, memberKey, servingIn, type ViewName } from './views.ts'

export type Work = { stop(): Promise<void> }
export type Leading = Work & { leads(): boolean }

/** Pauses between looks in milliseconds: while a reader waits, while views move, and after a failure, with so much jitter. */
const pauses = { waited: 5, moving: 100, failed: 150, jitter: 150 }
/** Views that moved within so many milliseconds are moving. */
const moving = 1_000
/** Maximum age of what this node knows before a read asks the server, in milliseconds of our own clock. */
const freshFor = 3_000
/** The same for answers that are kept: a revoked key stops working within 5 s on every node (KEYS-5). */
const keptFor = 1_500

export type WatchOptions = {
  readonly feeds: Collections['feeds']
  readonly feedId: string
  readonly lease: Lease
  /** The views that readers wait for. */
  views(): readonly ViewRef[]
  /** Bounds a small operation; rejects with StoreAway. */
  ask<A>(answer: Promise<A>): Promise<A>
  /** Called once per outage, and once (undefined) per recovery. */
  onState(problem: string | undefined): void
  /** This node begins to feed the views, or no longer feeds them. */
  onLead(leads: boolean): void
}

/**
 * Looks at the feed: on behalf of all waiting readers, to show life while this node feeds, and to take over when another node shows
 * none. Not every server has change streams, and one small document is cheap to read.
 */
export const openWatch = ({ feeds, feedId, lease, views, ask, onState, onLead }: WatchOptions) => {
  let feed: FeedRow | undefined
  let heardAt = Number.NEGATIVE_INFINITY
  const waiting = new Set<() => void>()
  const listeners = new Set<(position: Position) => void>()
  let known: Position | undefined
  let movedAt = Number.NEGATIVE_INFINITY
  let problem: string | undefined
  let timer: NodeJS.Timeout | undefined
  let due = Number.POSITIVE_INFINITY
  let looking: Promise<void> | undefined
  let closed = false
  let start: ((turn: Turn) => Work) | undefined
  let working: { readonly turn: Turn; readonly work: Work } | undefined
  let ending: Promise<void> | undefined
  let failing: (error: unknown) => void = () => {}
  /** Waits for the lease to be taken by force. */
  let seizing: ((turn: Turn) => void) | undefined
  let seized: Turn | undefined

  const reflected = (): Position => {
    const all = views().map(view => servingIn(feed, view)?.position ?? 0n)
    return all.reduce((a, b) => (a < b ? a : b), all[0] ?? 0n)
  }
  const state = (reason: string | undefined) => {
    if ((problem === undefined) !== (reason === undefined)) onState(reason)
    problem = reason
  }
  const failed = (error: unknown) => state(error instanceof StoreAway ? error.reason : String(error))
  /** Takes a feed that was read or written, and answers the readers that waited for it. */
  const learn = (row: FeedRow | undefined) => {
    heardAt = performance.now()
    // an answer may arrive after that of a later operation of the same turn
    if (row && feed && row.turn === feed.turn && row.position < feed.position) return
    feed = row
    const now = reflected()
    if (now === known) return
    if (known !== undefined) movedAt = heardAt
    known = now
    for (const check of [...waiting]) check()
    for (const listener of listeners) listener(now)
  }
  let asked: Promise<FeedRow | undefined> | undefined
  /** The feed as it is stored; whoever asks in the same turn shares the answer. */
  const read = (): Promise<FeedRow | undefined> => {
    asked ??= Promise.resolve().then(async () => {
      asked = undefined
      return (await feeds.findOne({ _id: feedId })) ?? undefined
    })
    return asked
  }

  /** Stops the work of a turn that is over. */
  const endIfOver = () => {
    if (!working || lease.turn() === working.turn) return
    const { work } = working
    working = undefined
    onLead(false)
    ending = work
      .stop()
      .catch(failing)
      .finally(() => {
        ending = undefined
      })
  }
  const beginIfWon = () => {
    const turn = lease.turn()
    if (!turn || turn === seized || !start || working || ending) return
    onLead(true)
    working = { turn, work: start(turn) }
  }
  const claimed = async (row: FeedRow | undefined): Promise<FeedRow | undefined> => {
    if (seizing) {
      const taken = await ask(lease.claim(row, true))
      seized = lease.turn()
      if (seized) seizing(seized)
      if (seized) seizing = undefined
      return taken
    }
    if (!start || ending) return row
    const taken = await ask(lease.claim(row, false))
    // won while the node stopped
    if (!start) await ask(lease.release())
    return taken
  }
  const look = async () => {
    if (seizing) lease.lose()
    lease.check()
    endIfOver()
    const turn = lease.turn()
    const isAlive = (lease.aliveFor() ?? beatMs) < beatMs
    if (!turn || !isAlive) {
      const row = turn && (await ask(lease.renew(turn)))
      learn(row ?? (await claimed(await ask(read()))))
    } else heardAt = performance.now()
    endIfOver()
    beginIfWon()
  }
  const tick = async () => {
    due = Number.POSITIVE_INFINITY
    looking = look().then(
      () => void (closed || state(undefined)),
      // a look that the end of the client has broken off says nothing of the server
      error => {
        lease.check()
        endIfOver()
        if (!closed) failed(error)
      },
    )
    await looking
    looking = undefined
    plan()
  }
  const pause = (): number => {
    if (problem !== undefined) return pauses.failed + Math.random() * pauses.jitter
    const alive = lease.aliveFor()
    if (alive !== undefined) return Math.max(0, beatMs - alive)
    if (waiting.size > 0 || seizing) return pauses.waited
    return performance.now() - movedAt < moving ? pauses.moving : beatMs
  }
  /** Schedules the next look, but never postpones one: frequent new readers must not delay it for ever. */
  const plan = () => {
    if (closed || looking) return
    const at = performance.now() + pause()
    if (at >= due) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(tick, at - performance.now())
    timer.unref()
  }
  const reached = (position: Position): boolean => (known ?? -1n) >= position
  const waitFor = (position: Position, timeoutMs: number): Promise<boolean> => {
    if (reached(position)) return Promise.resolve(true)
    return new Promise(resolve => {
      const finish = (answer: boolean) => {
        clearTimeout(limit)
        waiting.delete(check)
        resolve(answer)
      }
      const check = () => {
        if (reached(position)) finish(true)
      }
      const limit = setTimeout(() => finish(reached(position)), timeoutMs)
      waiting.add(check)
      plan()
    })
  }
  /** The documents of a view as they are stored: those of this release, else those that another one has of the same view. */
  const stored = async (view: ViewName): Promise<Documents | undefined> => {
    const own = servingIn(await read(), view)
    const other = () => feeds.findOne({ [`views.${memberKey(view)}`]: { $exists: true } })
    return own ?? servingIn((await other()) ?? undefined, view)
  }
  const heardWithin = (ms: number) => performance.now() - heardAt < ms
  const mark = (view: ViewName): string | undefined => {
    const row = feed?.views[memberKey(view)]
    // one that has a position of its own may be moved by others
    return row && row.position === undefined ? `${row.collection}@${row.moved ?? 0n}` : undefined
  }
  return {
    start: tick,
    learn,
    failed,
    waitFor,
    reflected,
    feed: () => feed,
    stored,
    /** Reads the feed, because what this node found was replaced. */
    refresh: async () => learn(await ask(read())),
    /** The documents of a view; asks the server if this node does not watch it or has not heard for long. */
    of: async (view: ViewName): Promise<Documents | undefined> =>
      (heardWithin(freshFor) ? servingIn(feed, view) : undefined) ?? stored(view),
    mark,
    /** The same, unless this node has not heard of the views for long. */
    freshMark: (view: ViewName) => (heardWithin(keptFor) ? mark(view) : undefined),
    onMoved: (listener: (position: Position) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Works while this node holds the lease; the work is stopped as soon as it is lost. */
    lead: (begin: (turn: Turn) => Work, onError: (error: unknown) => void): Leading => {
      start = begin
      failing = onError
      plan()
      return {
        leads: () => working !== undefined,
        stop: async () => {
          start = undefined
          await working?.work.stop()
          await ending
          working = undefined
          await ask(lease.release()).catch(onError)
        },
      }
    },
    /** Takes the lease by force, until it is released. */
    seize: async () => {
      const taken = Promise.withResolvers<Turn>()
      seizing = taken.resolve
      plan()
      const turn = await taken.promise
      const release = async () => {
        seized = undefined
        if (lease.turn() === turn) await ask(lease.release())
      }
      return { turn, release }
    },
    problem: () => problem,
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}
