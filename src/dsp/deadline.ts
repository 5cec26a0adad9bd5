import { type DspFailure, isDspFailure } from '../ports/dsp.ts'

/** The failure of requests that took longer than somebody waits. */
export const notWithin = (ms: number): DspFailure => ({
  code: 'timeout',
  detail: `The DSP did not answer within ${ms / 1_000} seconds.`,
  transient: true,
})

/**
 * Runs requests to the DSP for which somebody waits: after `ms` milliseconds, repeats and pauses included, they end as a time-out.
 */
export const within = async <A>(
  ms: number,
  ask: (signal: AbortSignal) => Promise<A | DspFailure>,
): Promise<A | DspFailure> => {
  const signal = AbortSignal.timeout(ms)
  const answer = await ask(signal)
  return isDspFailure(answer) && answer.code === 'ended' && signal.aborted ? notWithin(ms) : answer
}
