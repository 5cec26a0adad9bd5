import type { Position } from '../../../ports/event-log.ts'
import type { ViewRef } from '../../../ports/read-models.ts'
import { StoreAway } from '../../../ports/store-away.ts'
import type { Generation } from './generations.ts'

/** Milliseconds between looks at the checkpoints: while somebody waits, while somebody listens, and else. */
const whileWaiting = 4
const whileListening = 50
const otherwise = 1_000

type Look = (views: readonly ViewRef[]) => Promise<readonly (Generation | undefined)[]>

/**
 * One look at the checkpoints for all who wait: not every server has change streams, and a row a view is little to read. `look` rejects
 * while the server is away; `onState` hears of that once, and once of its return.
 */
export const openPoll = (
  views: () => readonly ViewRef[],
  look: Look,
  onState: (problem: string | undefined) => void,
) => {
  const waiting = new Set<() => void>()
  const listeners = new Set<(position: Position) => void>()
  let checkpoints: readonly Position[] = []
  let problem: string | undefined
  let timer: NodeJS.Timeout | undefined
  /** When the next look begins, by `performance.now`. */
  let due = Number.POSITIVE_INFINITY
  let looking = false
  let again = false
  let closed = false

  const reflected = (): Position => checkpoints.reduce((a, b) => (a < b ? a : b), checkpoints[0] ?? 0n)
  const reached = (position: Position): boolean => views().length === 0 || reflected() >= position
  const state = (reason: string | undefined) => {
    if ((problem === undefined) !== (reason === undefined)) onState(reason)
    problem = reason
  }
  const failed = (error: unknown) => state(error instanceof StoreAway ? error.reason : String(error))
  const learn = (generations: readonly (Generation | undefined)[]) => {
    const now = generations.map(g => g?.checkpoint ?? 0n)
    const moved = now.length !== checkpoints.length || now.some((position, i) => position !== checkpoints[i])
    checkpoints = now
    if (!moved) return
    for (const check of waiting) check()
    for (const listener of listeners) listener(reflected())
  }
  const tick = async () => {
    looking = true
    due = Number.POSITIVE_INFINITY
    again = false
    try {
      learn(await look(views()))
      state(undefined)
    } catch (error) {
      failed(error)
    }
    looking = false
    plan()
  }
  /** Plans the next look, or leaves it as it is when it comes sooner: many who come to listen must not put it off for ever. */
  const plan = () => {
    if (closed || looking) return
    const idle = problem !== undefined || waiting.size + listeners.size === 0
    const pause = again ? 0 : idle ? otherwise : waiting.size > 0 ? whileWaiting : whileListening
    const at = performance.now() + pause
    if (at >= due) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(tick, pause)
    if (waiting.size === 0) timer.unref()
  }
  /** Looks as soon as can be: somebody came to wait, or this node has written. */
  const nudge = () => {
    again = true
    plan()
  }
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
      nudge()
    })
  }
  const onMoved = (listener: (position: Position) => void) => {
    listeners.add(listener)
    plan()
    return () => {
      listeners.delete(listener)
    }
  }
  const close = () => {
    closed = true
    clearTimeout(timer)
  }
  void tick()
  return { waitFor, onMoved, nudge, failed, reflected, problem: () => problem, close }
}
