import type { Position } from '../../../ports/event-log.ts'
import { StoreAway } from '../../../ports/store-away.ts'
import { beatMs } from './lease.ts'

/** Pauses between looks in milliseconds: while views move, after a failure, and otherwise. */
const pauses = { moving: 100, failed: 150, otherwise: beatMs }
/** Bounds of the pause while a reader waits, from the start of a look, in milliseconds; `looks`: as many times as long as the last look. */
const whileWaited = { least: 5, most: 20, looks: 4 }
/** From one look to the next while a reader waits: short on a server that answers fast, and a slow one is not asked more for it. */
export const pauseWhileWaited = (lookMs: number): number =>
  Math.min(whileWaited.most, Math.max(whileWaited.least, whileWaited.looks * lookMs))
/** Views that moved within so many milliseconds are moving. */
const moving = 1_000

export type WatchOptions = {
  /** Looks at the feed once, and shows life if this node feeds. Rejects while the server is unavailable. */
  look(): Promise<void>
  /** This node feeds: it hears of every move without looking. */
  feeds(): boolean
  /** Milliseconds until a look is needed for another reason; undefined: none is. */
  dueIn(): number | undefined
  /** The position that all watched views reflect, as far as this node knows. */
  reflected(): Position
  /** Called once per outage, and once (undefined) per recovery. */
  onState(problem: string | undefined): void
}

/**
 * Looks at the feed on behalf of all waiting readers and of the lease: not every server has change streams, and one small
 * document is cheap to read. A node that feeds only looks to show life.
 */
export const openWatch = ({ look, feeds, dueIn, reflected, onState }: WatchOptions) => {
  const waiting = new Set<() => void>()
  const listeners = new Set<(position: Position) => void>()
  let known: Position | undefined
  let movedAt = Number.NEGATIVE_INFINITY
  let problem: string | undefined
  let timer: NodeJS.Timeout | undefined
  /** Time of the next look, by `performance.now`. */
  let due = Number.POSITIVE_INFINITY
  let lookedAt = Number.NEGATIVE_INFINITY
  /** How long the last look took. */
  let lookMs = 0
  let looking = false
  let closed = false

  const state = (reason: string | undefined) => {
    if ((problem === undefined) !== (reason === undefined)) onState(reason)
    problem = reason
  }
  const failed = (error: unknown) => state(error instanceof StoreAway ? error.reason : String(error))
  /** Something about the views may have changed: answers the readers that waited for it. */
  const learned = () => {
    const now = reflected()
    const isFirst = known === undefined
    if (now === known) return
    known = now
    if (!isFirst) movedAt = performance.now()
    for (const check of [...waiting]) check()
    for (const listener of listeners) listener(now)
  }
  const tick = async () => {
    looking = true
    due = Number.POSITIVE_INFINITY
    lookedAt = performance.now()
    let error: unknown
    try {
      await look()
    } catch (cause) {
      error = cause
    }
    lookMs = performance.now() - lookedAt
    // a look that the end of the client has broken off says nothing of the server
    if (closed) return
    if (error === undefined) state(undefined)
    else failed(error)
    learned()
    looking = false
    plan()
  }
  const pause = (): number => {
    const needed = dueIn() ?? Number.POSITIVE_INFINITY
    if (problem !== undefined) return pauses.failed
    if (feeds()) return Math.min(pauses.otherwise, needed)
    const hurry =
      waiting.size > 0 ? pauseWhileWaited(lookMs) : performance.now() - movedAt < moving ? pauses.moving : needed
    return Math.min(pauses.otherwise, hurry, needed)
  }
  /** Schedules the next look, but never postpones one: frequent new readers must not delay it for ever. */
  const plan = () => {
    if (closed || looking) return
    // a reader that begins to wait is answered soon, but readers do not cause more looks than one each pause
    const at = Math.max(performance.now(), (problem === undefined ? lookedAt : performance.now()) + pause())
    if (at >= due) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(tick, Math.max(0, at - performance.now()))
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
  const onMoved = (listener: (position: Position) => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const close = () => {
    closed = true
    clearTimeout(timer)
  }
  return { start: tick, waitFor, onMoved, learned, plan, failed, problem: () => problem, close }
}
