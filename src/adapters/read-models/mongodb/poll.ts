import type { Position } from '../../../ports/event-log.ts'
import type { ViewRef } from '../../../ports/read-models.ts'
import { StoreAway } from '../../../ports/store-away.ts'
import type { Generation } from './generations.ts'

/** Poll intervals in milliseconds: while a reader waits, while there are listeners, and otherwise. */
const whileWaiting = 4
const whileListening = 50
const otherwise = 1_000

type ReadCheckpoints = (views: readonly ViewRef[]) => Promise<readonly (Generation | undefined)[]>

/**
 * Polls the checkpoints on behalf of all waiting readers: not every server has change streams, and one row per view is
 * cheap to read. `readCheckpoints` rejects while the server is unavailable; `onState` is called once per outage and
 * once per recovery.
 */
export const openPoll = (
  views: () => readonly ViewRef[],
  readCheckpoints: ReadCheckpoints,
  onState: (problem: string | undefined) => void,
) => {
  const waiting = new Set<() => void>()
  const listeners = new Set<(position: Position) => void>()
  let checkpoints: readonly Position[] = []
  let problem: string | undefined
  let timer: NodeJS.Timeout | undefined
  /** Time of the next poll, by `performance.now`. */
  let due = Number.POSITIVE_INFINITY
  let polling = false
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
    polling = true
    due = Number.POSITIVE_INFINITY
    again = false
    try {
      learn(await readCheckpoints(views()))
      state(undefined)
    } catch (error) {
      failed(error)
    }
    polling = false
    plan()
  }
  /** Schedules the next poll, but never postpones one: frequent new listeners must not delay it for ever. */
  const plan = () => {
    if (closed || polling) return
    const idle = problem !== undefined || waiting.size + listeners.size === 0
    const pause = again ? 0 : idle ? otherwise : waiting.size > 0 ? whileWaiting : whileListening
    const at = performance.now() + pause
    if (at >= due) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(tick, pause)
    if (waiting.size === 0) timer.unref()
  }
  /** Polls as soon as possible: a reader started to wait, or this node has written. */
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
