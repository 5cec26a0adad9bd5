import { pause } from '../../../engine/pause.ts'
import type { Collections, FeedRow } from './documents.ts'
import type { Generations } from './generations.ts'
import type { Turn } from './lease.ts'
import { taken } from './operations-of-turn.ts'

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
