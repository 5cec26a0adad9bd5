import type { Clock } from '../../../src/ports/clock.ts'

/** The machine's clock, with a wall clock that a test can move forward. */
export const movedClock = (): Clock & { move(hours: number): void } => {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    monotonic: () => performance.now(),
    move: hours => {
      ahead += hours * 3_600_000
    },
  }
}
