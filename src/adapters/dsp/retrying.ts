import pRetry from 'p-retry'
import { pause } from '../../engine/pause.ts'
import { type DspFailure, isDspFailure } from '../../ports/dsp.ts'
import { failure } from './failure.ts'

/** How long a call may take. Milliseconds, but for `retries`. */
export type Patience = {
  /** Of one request. */
  readonly timeoutMs: number
  readonly retries: number
  /** The first pause; each one is up to twice as long as the one before. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
}

/** Six attempts within about a minute of pauses; the DSP counts its quotas by the minute. */
export const defaultPatience: Patience = {
  timeoutMs: 30_000,
  retries: 5,
  firstPauseMs: 1_000,
  longestPauseMs: 30_000,
}

class Failed extends Error {
  readonly failure: DspFailure
  /** Milliseconds that the DSP asks to wait. */
  readonly askedMs: number
  constructor(found: DspFailure & { readonly askedMs?: number }) {
    super(found.code)
    const { askedMs = 0, ...own } = found
    this.failure = own
    this.askedMs = askedMs
  }
}

/** A failure, and how long the DSP asks to wait (Retry-After). */
export type Waited = DspFailure & { readonly askedMs?: number }

/** Repeats an attempt after transient failures, with growing pauses and jitter; gives the last failure. */
export const retrying = async <A>(
  { retries, firstPauseMs, longestPauseMs }: Patience,
  signal: AbortSignal | undefined,
  attempt: () => Promise<A | Waited>,
): Promise<A | DspFailure> => {
  const tried = async (): Promise<A> => {
    const result = await attempt()
    if (isDspFailure(result)) throw new Failed(result)
    return result
  }
  try {
    return await pRetry(tried, {
      retries,
      factor: 2,
      minTimeout: firstPauseMs,
      maxTimeout: longestPauseMs,
      randomize: true,
      ...(signal ? { signal } : {}),
      shouldRetry: ({ error }) => error instanceof Failed && error.failure.transient,
      onFailedAttempt: async ({ error, retriesLeft }) => {
        if (error instanceof Failed && error.failure.transient && retriesLeft > 0)
          await pause(Math.min(error.askedMs, longestPauseMs), signal)
      },
    })
  } catch (error) {
    if (error instanceof Failed) return error.failure
    if (signal?.aborted) return failure('ended', 'The request was ended.')
    throw error
  }
}
