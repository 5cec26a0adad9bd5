/** How slow a client may be. */
export type Pace = {
  /** Milliseconds without any progress, and before the average counts. */
  readonly stallMs: number
  /** The least average; a client that reads or sends a byte now and then makes progress for ever. */
  readonly bytesPerSecond: number
}

/** How long a connection has been waiting for its client, and the bytes that moved meanwhile. */
export type Wait = {
  readonly since: number
  readonly bytesBefore: number
  readonly movedAt: number
  readonly bytes: number
}

/** The wait as it is now: `bytes` is the count of the connection, which only grows. */
export const waitedUntil = (now: number, bytes: number, wait: Wait | undefined): Wait => {
  if (wait === undefined) return { since: now, bytesBefore: bytes, movedAt: now, bytes }
  return wait.bytes === bytes ? wait : { ...wait, movedAt: now, bytes }
}

/** Whether a client has been too slow. */
export const isTooSlow = (wait: Wait, now: number, { stallMs, bytesPerSecond }: Pace): boolean => {
  if (now - wait.movedAt >= stallMs) return true
  const lasted = now - wait.since
  return lasted >= stallMs && (wait.bytes - wait.bytesBefore) * 1_000 < bytesPerSecond * lasted
}
