import { createHash, randomBytes } from 'node:crypto'
import type { Collection } from 'mongodb'
import { atMost } from '../../../engine/pause.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { ViewRef } from '../../../ports/read-models.ts'
import type { FeedRow } from './documents.ts'
import { isDuplicate, keyOf } from './generations.ts'

/** Interval of the holder's beats, and of the other nodes' looks, in milliseconds. */
export const beatMs = 700
/** Another node takes over after so long without a beat, by its own monotonic clock. */
export const silenceMs = 2_000
/** A beat that takes longer than this counts as failed, and the next one is tried, in milliseconds. */
export const beatLimitMs = 700
/** A holder asks whether the server answers at all when it has had no answer for this part of the silence, */
const unheard = 0.9
/** and stops after so many times the silence: what it waits for may wait on dead connections. */
const ownShare = 1.8

/** Name of the feed of these views: nodes of one release share it; those of another feed their own views. */
export const feedIdOf = (views: readonly ViewRef[]): string =>
  `feed:${createHash('sha256').update(views.map(keyOf).sort().join('\n')).digest('hex').slice(0, 16)}`

/** The time that a node feeds without interruption. `number` fences: writes of an earlier turn change nothing. */
export type Turn = {
  readonly number: number
  readonly holder: string
  /** Aborts when the turn ends. */
  readonly signal: AbortSignal
  /**
   * Moves the feed, which shows life as well; `move` returns whether the row was as expected. Not every server writes a
   * document in one step, so a move and a beat never overlap.
   */
  moving(move: () => Promise<boolean>): Promise<boolean>
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
  /** `aliveAt`: when the last sign of life that was answered was sent; `heardAt`: when its answer arrived. */
  let held: { readonly turn: Turn; readonly end: AbortController; aliveAt: number; heardAt: number } | undefined

  const lose = () => {
    held?.end.abort()
    held = undefined
    seen = undefined
  }
  const alive = (turn: Turn, sentAt: number) => {
    if (held?.turn !== turn) return
    held.aliveAt = Math.max(held.aliveAt, sentAt)
    const now = clock.monotonic()
    // a process that was stopped may find an old answer
    if (now - sentAt < ownShare * silence) held.heardAt = now
  }
  /** Whether the server has answered the holder within so many times the silence. */
  const isHeard = (share: number) => held !== undefined && clock.monotonic() - held.heardAt < share * silence
  /** The beat under way, and when the move under way was sent. */
  let beating: Promise<unknown> | undefined
  let movingSince: number | undefined

  const won = (row: FeedRow, sentAt: number): FeedRow => {
    const end = new AbortController()
    const moving = async (move: () => Promise<boolean>): Promise<boolean> => {
      await beating
      const since = clock.monotonic()
      movingSince = since
      try {
        const moved = await move()
        if (moved) alive(turn, since)
        return moved
      } finally {
        if (movingSince === since) movingSince = undefined
      }
    }
    const turn: Turn = { number: row.turn, holder: node, signal: end.signal, moving }
    held = { turn, end, aliveAt: sentAt, heardAt: sentAt }
    alive(turn, sentAt)
    return row
  }
  const make = async (): Promise<FeedRow | undefined> => {
    const none = { position: 0n, swaps: 0, members: {}, moved: {} }
    const row: FeedRow = { _id, made: randomBytes(6).toString('hex'), holder: node, turn: 1, beat: 0, ...none }
    try {
      await feeds.insertOne(row)
      return row
    } catch (error) {
      if (isDuplicate(error)) return undefined
      throw error
    }
  }
  const take = ({ holder, turn, beat }: FeedRow) =>
    feeds.findOneAndUpdate(
      { _id, holder, turn, beat },
      { $set: { holder: node, turn: turn + 1 }, $inc: { beat: 1 } },
      { returnDocument: 'after' },
    )
  /** Notes the signs of life of the holder; true if the row is free to take. */
  const isFree = (row: FeedRow): boolean => {
    // our own lease from before a lost connection, or released
    if (row.holder === null || row.holder === node) return true
    if (seen?.row.turn !== row.turn || seen.row.beat !== row.beat || seen.row.made !== row.made)
      seen = { row, since: clock.monotonic() }
    return clock.monotonic() - seen.since >= silence
  }
  /** Takes the lease if nobody holds it; the row as it is now. */
  const claim = async (row: FeedRow | undefined): Promise<FeedRow | undefined> => {
    if (row && !isFree(row)) return row
    const sentAt = clock.monotonic()
    const taken = row ? await take(row) : await make()
    return taken ? won(taken, sentAt) : row
  }
  /** Shows life; undefined if another node has taken over. */
  const renew = async (turn: Turn): Promise<FeedRow | undefined> => {
    const sentAt = clock.monotonic()
    const mine = { _id, holder: node, turn: turn.number }
    const beat = feeds.findOneAndUpdate(mine, { $inc: { beat: 1 } }, { returnDocument: 'after' })
    beating = atMost(beatLimitMs, beat).catch(() => undefined)
    const row = await beat
    if (row) alive(turn, sentAt)
    else if (held?.turn === turn) lose()
    return row ?? undefined
  }
  return {
    turn: () => held?.turn,
    claim,
    renew,
    lose,
    /** This node holds the lease, and the server does not answer. */
    isUnheard: () => held !== undefined && !isHeard(unheard),
    /** Ends the turn of a holder that the server does not answer. Late answers do not end it: its number fences it. */
    check: () => {
      if (held && !isHeard(ownShare)) lose()
    },
    /** A move of the feed is under way, and not for long: it shows life. */
    isMoving: () => movingSince !== undefined && clock.monotonic() - movingSince < beatMs,
    /** Milliseconds since the holder last showed life; undefined if this node does not hold the lease. */
    aliveFor: () => held && clock.monotonic() - held.aliveAt,
    /** Milliseconds until the holder has been silent for long enough; undefined if none was seen. */
    freeIn: () => seen && Math.max(0, silence - (clock.monotonic() - seen.since)),
    /** Gives the lease back, so that another node need not wait. */
    release: async () => {
      const turn = held?.turn
      lose()
      if (turn)
        await feeds.updateOne({ _id, holder: node, turn: turn.number }, { $set: { holder: null }, $inc: { beat: 1 } })
    },
  }
}
export type Lease = ReturnType<typeof openLease>
