import type { Collection, UpdateFilter } from 'mongodb'
import type { Clock } from '../../../ports/clock.ts'
import type { Position } from '../../../ports/event-log.ts'
import { FeedChanged } from '../../../ports/read-models.ts'
import type { FeedRow } from './documents.ts'
import { insertFeed, newFeed } from './views.ts'

/** Interval of the holder's beats, and of the other nodes' looks, in milliseconds. */
export const beatMs = 700
/** Another node takes over after so long without a beat, by its own monotonic clock. */
export const silenceMs = 2_000
/** A holder that has had no answer for so many times the silence stops: what it waits for may wait on dead connections. */
const inDoubt = 1.8

/** The time that a node feeds without interruption. `number` fences: writes of an earlier turn change nothing. */
export type Turn = {
  readonly number: number
  /** Aborts when the turn ends. */
  readonly signal: AbortSignal
  /**
   * Changes the feed, which shows life as well. Rejects with FeedChanged, and the turn is over, if another node feeds, or if the feed is
   * not at `from`: an earlier change may arrive late.
   */
  change(update: UpdateFilter<FeedRow>, from: Position): Promise<void>
}

export type LeaseOptions = {
  readonly feeds: Collection<FeedRow>
  readonly feedId: string
  /** Unique name of this node. */
  readonly node: string
  readonly clock: Clock
  readonly silenceMs?: number
}

/** The lease on a feed: operations on its row, and what this node makes of them. */
export const openLease = ({ feeds, feedId: _id, node, clock, silenceMs: silence = silenceMs }: LeaseOptions) => {
  let seen: { readonly row: FeedRow; readonly since: number } | undefined
  /** `aliveAt`: when the last sign of life was sent that was answered in time. */
  let held: { readonly turn: Turn; readonly end: AbortController; aliveAt: number } | undefined

  const lose = (turn: Turn | undefined) => {
    if (held === undefined || held.turn !== turn) return
    held.end.abort()
    held = undefined
    seen = undefined
  }
  const isOver = (sentAt: number) => clock.monotonic() - sentAt >= inDoubt * silence
  const alive = (turn: Turn, sentAt: number) => {
    // a process that was stopped may find an old answer
    if (held?.turn === turn && !isOver(sentAt)) held.aliveAt = Math.max(held.aliveAt, sentAt)
  }
  const sign = { $inc: { beat: 1 }, $currentDate: { fedAt: true } } as const
  const won = (row: FeedRow, sentAt: number): FeedRow => {
    const end = new AbortController()
    const change = async (update: UpdateFilter<FeedRow>, from: Position) => {
      const at = clock.monotonic()
      const asKnown = { _id, holder: node, turn: row.turn, position: from }
      const { matchedCount } = await feeds.updateOne(asKnown, { ...update, ...sign })
      if (matchedCount === 1) return alive(turn, at)
      lose(turn)
      throw new FeedChanged()
    }
    const turn: Turn = { number: row.turn, signal: end.signal, change }
    held = { turn, end, aliveAt: sentAt }
    return row
  }
  /** Notes the signs of life of the holder; true if the row is free to take. */
  const isFree = (row: FeedRow): boolean => {
    // our own lease from before a lost connection, or released
    if (row.holder === null || row.holder === node) return true
    if (seen?.row.turn !== row.turn || seen.row.beat !== row.beat) seen = { row, since: clock.monotonic() }
    return clock.monotonic() - seen.since >= silence
  }
  return {
    turn: () => held?.turn,
    lose: () => lose(held?.turn),
    /** Takes the lease if nobody holds it, or by force; the row as it is now. */
    claim: async (row: FeedRow | undefined, byForce: boolean): Promise<FeedRow | undefined> => {
      const sentAt = clock.monotonic()
      if (!row) {
        const made = await insertFeed(feeds, newFeed(_id, node))
        return made?.holder === node ? won(made, sentAt) : made
      }
      if (!byForce && !isFree(row)) return row
      const { holder, turn, beat } = row
      const taken = await feeds.findOneAndUpdate(
        { _id, turn, ...(byForce ? {} : { holder, beat }) },
        { ...sign, $inc: { beat: 1, turn: 1 }, $set: { holder: node } },
        { returnDocument: 'after' },
      )
      return taken ? won(taken, sentAt) : row
    },
    /** Shows life; undefined if another node has taken over. */
    renew: async (turn: Turn): Promise<FeedRow | undefined> => {
      const sentAt = clock.monotonic()
      const mine = { _id, holder: node, turn: turn.number }
      const row = await feeds.findOneAndUpdate(mine, sign, { returnDocument: 'after' })
      if (row) alive(turn, sentAt)
      else lose(turn)
      return row ?? undefined
    },
    /** Ends the turn of a holder that the server does not answer. Late answers do not end it: its number fences it. */
    check: () => {
      if (held && isOver(held.aliveAt)) lose(held.turn)
    },
    /** Milliseconds since the holder last showed life; undefined if this node does not hold the lease. */
    aliveFor: () => held && clock.monotonic() - held.aliveAt,
    /** Gives the lease back, so that another node need not wait. */
    release: async () => {
      const turn = held?.turn
      lose(turn)
      if (turn) await feeds.updateOne({ _id, holder: node, turn: turn.number }, { ...sign, $set: { holder: null } })
    },
  }
}
export type Lease = ReturnType<typeof openLease>
