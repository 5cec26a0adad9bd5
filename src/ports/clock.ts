/** The time, injected so that tests can move it. */
export type Clock = {
  /** Wall clock. */
  now(): Date
  /** Milliseconds that never jump; for time-outs and leases. */
  monotonic(): number
}

/** The time as events have it. */
export const timeOf = ({ clock }: { readonly clock: Clock }): string => clock.now().toISOString()
