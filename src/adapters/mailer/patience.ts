/** Milliseconds for a mail until the server has it whole, and then for its answer. */
export type Limits = { readonly deadlineMs: number; readonly answerMs: number }

export const usualLimits: Limits = {
  // other timeouts are between two packets, and a server may send a byte now and then
  deadlineMs: 60_000,
  // servers scan a mail before they answer; RFC 5321 (4.5.3.2.6) asks for ten minutes, because a mail without an answer is sent again
  answerMs: 300_000,
}

/** The time that one mail has: `signal` aborts when it is over, or when the given one does. */
export const patience = ({ deadlineMs, answerMs }: Limits, given: AbortSignal | undefined) => {
  const late = new AbortController()
  const lateIn = (ms: number) => setTimeout(() => late.abort(), ms)
  let timer = lateIn(deadlineMs)
  let isWhole = false
  return {
    signal: given ? AbortSignal.any([given, late.signal]) : late.signal,
    isOver: () => late.signal.aborted,
    /** The server has, or is about to have, all of the mail: only its answer is missing. */
    hasAll(): void {
      isWhole = true
      clearTimeout(timer)
      timer = lateIn(answerMs)
    },
    /** Whether the mail may have arrived, unless the server said something else. */
    mayHaveArrived: () => isWhole,
    end: () => clearTimeout(timer),
  }
}
