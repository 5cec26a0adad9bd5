/** The current time, injected so that tests can control it. */
export type Clock = {
  /** Wall clock. */
  now(): Date
  /** Milliseconds that never jump, for timeouts and leases. */
  monotonic(): number
}

/** The time as events have it. */
export const timeOf = ({ clock }: { readonly clock: Clock }): string => clock.now().toISOString()
