import type { FeedRow } from './documents.ts'
import type { Generations } from './generations.ts'
import type { KnownViews } from './known-views.ts'
import { beatLimitMs, beatMs, type Lease, type Turn } from './lease.ts'

export type Work = { stop(): Promise<void> }
export type Leading = Work & { leads(): boolean }

type Parts = {
  readonly lease: Lease
  readonly generations: Generations
  readonly known: KnownViews
  ask<A>(answer: Promise<A>, limitMs: number): Promise<A>
  readonly limitMs: number
  /** Called after each look. */
  looked(): void
  /** The node begins to feed, or no longer feeds. */
  onLead(leads: boolean): void
}

/** How often a node checks that its lease has not run out, in milliseconds: no answer of the server is needed for that. */
const checkEvery = 100
/** A beat that failed is tried again after this long, in milliseconds. */
const retryEvery = 150

/**
 * Has a node look at the feed, and work on it while it holds the lease. The work is stopped as soon as the lease is lost, be
 * it that the holder could not show life in time.
 */
export const leadership = ({ lease, generations, known, ask, limitMs, looked, onLead }: Parts) => {
  let start: ((turn: Turn) => Work) | undefined
  let working: { readonly turn: Turn; readonly work: Work } | undefined
  let ending: Promise<void> | undefined
  let failed: (error: unknown) => void = () => {}

  /** Stops the work of a turn that is over. */
  const endIfOver = () => {
    if (!working || lease.turn() === working.turn) return
    const { work } = working
    working = undefined
    onLead(false)
    ending = work
      .stop()
      .catch(failed)
      .finally(() => {
        ending = undefined
      })
  }
  /** Begins to work if a turn has begun. */
  const beginIfWon = () => {
    const turn = lease.turn()
    if (!turn || !start || working || ending) return
    onLead(true)
    working = { turn, work: start(turn) }
  }
  /** Beats without an answer yet: a late one is learned from too. */
  const beats = new Set<Promise<FeedRow | undefined>>()
  const beaten = async (turn: Turn): Promise<FeedRow | undefined> => {
    const before = known.feed()
    const row = await lease.renew(turn)
    if (lease.turn() !== turn) return undefined
    // a later answer has overtaken it, and knows the documents of a rebuild: the feed is read again
    if (row && row.swaps < (known.feed()?.swaps ?? 0)) return undefined
    // a write was lost
    if (row && before && row.position < before.position) known.forget()
    return row
  }
  const renewed = async (turn: Turn): Promise<FeedRow | undefined> => {
    // a move of the feed shows life too, so that an active feeder need not say more
    if (lease.isMoving() || (lease.aliveFor() ?? beatMs) < beatMs / 2) return known.feed()
    const beat = beaten(turn).finally(() => beats.delete(beat))
    beats.add(beat)
    try {
      return (await ask(Promise.any(beats), beatLimitMs)) ?? (await ask(generations.readFeed(), limitMs))
    } catch {
      if (lease.turn() !== turn) return asked()
      // one beat that is late is no outage: the next one follows soon
      return lease.isUnheard() ? ask(generations.readFeed(), limitMs) : known.feed()
    }
  }
  const asked = async (): Promise<FeedRow | undefined> => {
    const row = await ask(generations.readFeed(), limitMs)
    if (!start || ending) return row
    const claimed = await ask(lease.claim(row), limitMs)
    // won while the node stopped
    if (!start) await ask(lease.release(), limitMs)
    return claimed
  }
  const look = async () => {
    const turn = lease.turn()
    const row = await (turn ? renewed(turn) : asked())
    await ask(known.learn(row), limitMs)
    endIfOver()
    beginIfWon()
    looked()
  }
  const guard = setInterval(() => {
    lease.check()
    endIfOver()
  }, checkEvery)
  guard.unref()
  return {
    look,
    /** Milliseconds until a look is needed: to show life, or because the lease of another node may have run out. */
    dueIn: () => {
      const alive = lease.aliveFor()
      if (alive !== undefined) return Math.max(retryEvery, beatMs - alive)
      return start ? lease.freeIn() : undefined
    },
    lead: (begin: (turn: Turn) => Work, onError: (error: unknown) => void): Leading => {
      start = begin
      failed = onError
      return {
        leads: () => working !== undefined,
        stop: async () => {
          start = undefined
          try {
            await working?.work.stop()
            await ending
          } finally {
            // not before: what waits for a silent server waits until the turn ends
            clearInterval(guard)
          }
          working = undefined
          await ask(lease.release(), limitMs).catch(onError)
        },
      }
    },
  }
}
