import { pause } from '../../../engine/pause.ts'
import type { Change } from '../../../ports/read-models.ts'
import { StoreAway } from '../../../ports/store-away.ts'
import type { Collections, FeedRow } from './documents.ts'
import type { Generations } from './generations.ts'
import type { Turn } from './lease.ts'
import { msToWrite } from './portions.ts'

/**
 * Time limits in milliseconds of a small operation, and of one that reads or writes documents, besides what the documents take. They are
 * long: a server that is silent ends the turn before.
 */
const limits = { small: 4_000, documents: 40_000 }
/** Documents are large, and servers are slow. */
const timesAsLong = 8

/** The turn of a node is over. */
const taken = () => new StoreAway('read models', 'another node feeds them')

type Ask = <A>(answer: Promise<A>, limitMs: number) => Promise<A>

/** Awaits answers of the server by the size of the operation, unless the turn ends before; then they reject. */
export const operationsOfTurn = (turn: Turn, askServer: Ask) => {
  const pending = new Set<(error: StoreAway) => void>()
  const end = () => {
    for (const reject of pending) reject(taken())
  }
  turn.signal.addEventListener('abort', end, { once: true })
  const within: Ask = (answer, limitMs) => {
    const over = Promise.withResolvers<never>()
    pending.add(over.reject)
    if (turn.signal.aborted) over.reject(taken())
    return Promise.race([askServer(answer, limitMs), over.promise]).finally(() => pending.delete(over.reject))
  }
  return {
    ask: <A>(answer: Promise<A>): Promise<A> => within(answer, limits.small),
    reading: <A>(answer: Promise<A>): Promise<A> => within(answer, limits.documents),
    /** Writes these documents, or some of them. */
    writing: <A>(answer: Promise<A>, documents: readonly Change[]): Promise<A> =>
      within(answer, limits.documents + timesAsLong * msToWrite(documents)),
  }
}

/** How long the feed waits for a rebuild at most, and how often it looks whether it still must, in milliseconds. */
const mostHeldMs = 2_000
const heldLookMs = 50

type Parts = {
  readonly collections: Pick<Collections, 'feeds'>
  readonly generations: Pick<Generations, 'feedId' | 'readFeed'>
  ask<A>(answer: Promise<A>): Promise<A>
}

/** The row of the feed during a turn of this node. */
export const feedOfTurn = (turn: Turn, { collections: { feeds }, generations, ask }: Parts) => {
  const mine = { _id: generations.feedId, holder: turn.holder, turn: turn.number }
  /** The feed as it is; rejects with StoreAway if another node feeds. */
  const now = async (): Promise<FeedRow> => {
    const row = await ask(generations.readFeed())
    if (row?.turn !== turn.number || row.holder !== turn.holder) throw taken()
    return row
  }
  return {
    now,
    /** The feed, once no rebuild has it wait any more, or has for too long (ADR 0129). */
    async afterRebuild(): Promise<FeedRow> {
      const until = performance.now() + mostHeldMs
      for (;;) {
        const feed = await now()
        if (feed.waitsFor == null || performance.now() > until) return feed
        await pause(heldLookMs, turn.signal)
      }
    },
    /** Changes the feed unless it is no longer as it was known; returns whether it was. */
    change: ({ position, swaps, made }: FeedRow, set: Partial<FeedRow> | Readonly<Record<string, unknown>>) => {
      const asKnown = { ...mine, made, position, swaps }
      return turn.moving(
        async () => (await ask(feeds.updateOne(asKnown, { $set: set, $inc: { beat: 1 } }))).matchedCount === 1,
      )
    },
  }
}
