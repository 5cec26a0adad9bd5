import { createHash } from 'node:crypto'
import type { Collection, Db } from 'mongodb'
import type { Clock } from '../../../ports/clock.ts'
import type { ViewRef } from '../../../ports/read-models.ts'
import { pause } from '../../clock/pause.ts'
import { systemClock } from '../../clock/system.ts'
import { answered } from './connect.ts'
import { isDuplicate, keyOf } from './generations.ts'

/** `holder`: null if released. `beat` increases while the holder is alive. */
type LeaseRow = { readonly _id: string; readonly holder: string | null; readonly beat: number }
type Work = { stop(): Promise<void> }

/** A turn takes at most this long, in milliseconds: a lease is renewed or lost in time. */
const limitMs = 3_000

export type LeaseOptions = {
  readonly db: Db
  readonly name: string
  /** Unique name of this node. */
  readonly node: string
  /** Called if the lease cannot be read; retried with the next beat. */
  readonly onError: (error: unknown) => void
  readonly clock?: Clock
  /** Interval of the holder's heartbeats, and of the other nodes' checks, in milliseconds. */
  readonly beatMs?: number
  /** Another node takes over after this many milliseconds without a beat, by its own monotonic clock. */
  readonly silenceMs?: number
}

/** Name of the lease for feeding views: nodes of one release share it; those of another feed their own views. */
export const leaseNameOf = (views: readonly ViewRef[]): string =>
  `feed:${createHash('sha256').update(views.map(keyOf).sort().join('\n')).digest('hex').slice(0, 16)}`

/** Operations on the lease row; each returns whether this node holds it afterwards. */
const claims = (leases: Collection<LeaseRow>, name: string, node: string, clock: Clock, silenceMs: number) => {
  let seen: { readonly row: LeaseRow; readonly since: number } | undefined

  const take = async ({ holder, beat }: LeaseRow) => {
    const taken = await leases.updateOne({ _id: name, holder, beat }, { $set: { holder: node }, $inc: { beat: 1 } })
    return taken.matchedCount === 1
  }
  const make = async () => {
    try {
      await leases.insertOne({ _id: name, holder: node, beat: 0 })
      return true
    } catch (error) {
      if (isDuplicate(error)) return false
      throw error
    }
  }
  const claim = async (): Promise<boolean> => {
    const row = await leases.findOne({ _id: name })
    if (!row) return make()
    // our own lease from before a lost connection, or released
    if (row.holder === null || row.holder === node) return take(row)
    if (seen?.row.holder !== row.holder || seen.row.beat !== row.beat) {
      seen = { row, since: clock.monotonic() }
      return false
    }
    return clock.monotonic() - seen.since >= silenceMs ? take(row) : false
  }
  const renew = async () =>
    (await leases.updateOne({ _id: name, holder: node }, { $inc: { beat: 1 } })).matchedCount === 1
  const release = () => leases.updateOne({ _id: name, holder: node }, { $set: { holder: null }, $inc: { beat: 1 } })
  return { claim, renew, release }
}

/**
 * Runs work while this node holds the lease: `start` is called on acquiring it, and its result is stopped on losing it.
 * A holder that cannot renew stops at half the silence, before another node takes over. Stopping releases the lease.
 */
export const whileLeading = (options: LeaseOptions, start: () => Work): Work & { leads(): boolean } => {
  const { db, name, node, onError, clock = systemClock, beatMs = 1_000, silenceMs = 10_000 } = options
  const { claim, renew, release } = claims(db.collection<LeaseRow>('leases'), name, node, clock, silenceMs)
  const ask = <A>(answer: Promise<A>) => answered('leases', answer, limitMs)
  const halt = new AbortController()
  let work: Work | undefined
  let renewed = 0

  const end = async () => {
    const ended = work
    work = undefined
    await ended?.stop()
  }
  const turn = async () => {
    const asked = clock.monotonic()
    const holds = await ask(work ? renew() : claim())
    if (holds) renewed = asked
    if (!holds) await end()
    else if (!halt.signal.aborted) work ??= start()
  }
  /** Runs independently of the turns, since a turn may be waiting for an answer. */
  const guard = setInterval(() => {
    if (work && clock.monotonic() - renewed > silenceMs / 2) end().catch(onError)
  }, beatMs)
  const run = async () => {
    while (!halt.signal.aborted) {
      await turn().catch(onError)
      if (!halt.signal.aborted) await pause(beatMs, halt.signal)
    }
  }
  const running = run()
  return {
    leads: () => work !== undefined,
    stop: async () => {
      halt.abort()
      clearInterval(guard)
      await running
      await end()
      await ask(release()).catch(onError)
    },
  }
}
