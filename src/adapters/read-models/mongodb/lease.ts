import { createHash } from 'node:crypto'
import type { Collection, Db } from 'mongodb'
import type { Clock } from '../../../ports/clock.ts'
import type { ViewRef } from '../../../ports/read-models.ts'
import { pause } from '../../clock/pause.ts'
import { systemClock } from '../../clock/system.ts'
import { answered } from './connect.ts'
import { isDuplicate, keyOf } from './generations.ts'

/** `holder`: null when it was given back. `beat` grows as long as the holder lives. */
type LeaseRow = { readonly _id: string; readonly holder: string | null; readonly beat: number }
type Work = { stop(): Promise<void> }

export type LeaseOptions = {
  readonly db: Db
  readonly name: string
  /** Names this node; no two nodes have the same. */
  readonly node: string
  /** Told when the lease cannot be looked at; it is tried again with the next beat. */
  readonly onError: (error: unknown) => void
  readonly clock?: Clock
  /** Milliseconds between beats of the holder, and between looks of the others. */
  readonly beatMs?: number
  /** Milliseconds without a beat, by one's own monotonic clock, after which another node takes over. */
  readonly silenceMs?: number
}

/** The lease for feeding views: nodes of one release share it, those of another have views of their own to feed. */
export const leaseNameOf = (views: readonly ViewRef[]): string =>
  `feed:${createHash('sha256').update(views.map(keyOf).sort().join('\n')).digest('hex').slice(0, 16)}`

/** A claim on the row: each answers whether we hold it afterwards. */
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
    // our own from before a lost connection, or given back
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
 * Works while this node holds the lease: `start` is called when it comes, and what it answered is stopped when it goes. A holder that
 * could not renew it stops by itself at half the silence, before another node takes over. Stopping gives the lease back.
 */
export const whileLeading = (options: LeaseOptions, start: () => Work): Work & { leads(): boolean } => {
  const { db, name, node, onError, clock = systemClock, beatMs = 1_000, silenceMs = 10_000 } = options
  const { claim, renew, release } = claims(db.collection<LeaseRow>('leases'), name, node, clock, silenceMs)
  const ask = <A>(answer: Promise<A>) => answered('leases', answer)
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
  /** Beside the turns, since one of them may wait for an answer. */
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
