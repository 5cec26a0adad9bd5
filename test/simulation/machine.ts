import { AsyncLocalStorage } from 'node:async_hooks'
import type { Random } from './random.ts'
import type { Step, Timeline } from './timeline.ts'

/** The machine whose code runs now: it follows the code through its promises. */
const running = new AsyncLocalStorage<Machine>()

/** The machine whose code runs now; undefined outside the simulation. */
export const machineNow = (): Machine | undefined => running.getStore()

/**
 * A computer of the simulation: its clocks, timers and random numbers. What runs on it ends for good when it is killed,
 * and waits while it is stalled.
 */
export type Machine = {
  readonly name: string
  /** Draws for what runs on it. */
  readonly random: Random
  /** Milliseconds since 1970 by its wall clock. */
  wall(): number
  /** Milliseconds by its monotonic clock, which starts anywhere. */
  steady(): number
  /** Sets its wall clock; no time passes. */
  jump(ms: number): void
  /** Nothing runs on it for this long. Its clocks go on. */
  stall(ms: number): void
  /** Nothing runs on it again. */
  kill(): void
  isUp(): boolean
  /** Runs code on it now. */
  run<A>(work: () => A): A
  /** Runs code on it later, if it is up then; after its stall, if it is stalled. */
  after(ms: number, work: () => void): Timer
}

export type Timer = { cancel(): void }

/** The time at which every simulation starts, by an exact wall clock. */
export const epoch = Date.parse('2026-03-01T12:00:00.000Z')

export const openMachine = (name: string, timeline: Timeline, random: Random, offset = 0): Machine => {
  const boot = random.between(0, 1_000_000)
  let ahead = offset
  let stalledUntil = 0
  let isUp = true
  const machine: Machine = {
    name,
    random: random.fork(),
    wall: () => epoch + timeline.now() + ahead,
    steady: () => boot + timeline.now(),
    jump: ms => {
      ahead += ms
    },
    stall: ms => {
      stalledUntil = Math.max(stalledUntil, timeline.now() + ms)
    },
    kill: () => {
      isUp = false
    },
    isUp: () => isUp,
    run: work => running.run(machine, work),
    after(ms, work) {
      let step: Step
      const due = () => {
        if (!isUp) return
        if (timeline.now() < stalledUntil) step = timeline.after(stalledUntil - timeline.now(), due)
        else running.run(machine, work)
      }
      step = timeline.after(ms, due)
      return {
        cancel: () => {
          step.run = undefined
        },
      }
    },
  }
  return machine
}
