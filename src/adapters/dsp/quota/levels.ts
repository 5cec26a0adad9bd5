/** A token bucket: requests at once, and requests per millisecond that flow back. */
export type Bucket = { readonly burst: number; readonly rate: number }

export const minuteMs = 60_000
export const slotMs = 2_000
/** A minute and a little, so that the minute of the DSP never holds more than we count. */
const slots = minuteMs / slotMs + 1

/**
 * The bucket for a limit per minute. Burst and flow of a minute together are 95 % of it: the rest is for what nodes take before they
 * hear of each other.
 */
export const bucketOf = (perMinute: number): Bucket => ({
  burst: Math.max(1, perMinute / 10),
  rate: (perMinute * 0.85) / minuteMs,
})

export const slotOf = (now: number): number => Math.floor(now / slotMs)

/** The slots whose counts decide the level now, oldest first. */
export const slotsAt = (now: number): readonly number[] =>
  Array.from({ length: slots }, (_, i) => slotOf(now) - slots + 1 + i)

/**
 * How many requests may be sent now, from the counts of `slotsAt(now)`; below zero when nodes took more than the bucket held. In
 * any minute it allows at most the burst and the flow of that minute.
 */
export const levelAt = ({ burst, rate }: Bucket, counts: readonly number[], now: number): number =>
  counts.reduce((level, taken, i) => {
    const elapsed = i === counts.length - 1 ? now - slotOf(now) * slotMs : slotMs
    return Math.min(burst, level + rate * elapsed) - taken
  }, burst)

/** Milliseconds until the level is one. */
export const waitFor = ({ rate }: Bucket, level: number): number => (level >= 1 ? 0 : Math.ceil((1 - level) / rate))
