import { pause } from '../../engine/pause.ts'

/** Exponential backoff from 0.1 s to 1 s, until `reset`. */
export const growingPauses = () => {
  let next = 100
  return {
    reset: () => {
      next = 100
    },
    wait: async (...signals: readonly (AbortSignal | undefined)[]) => {
      const now = next
      next = Math.min(next * 2, 1_000)
      await pause(now, ...signals)
    },
  }
}
