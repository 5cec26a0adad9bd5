/**
 * Links are signed for 24 hours, rounded up to the full hour (EXPORT-10). One more hour covers a node whose read models
 * were behind, and a download in progress.
 */
const graceMs = (24 + 1 + 1) * 3_600_000

/** Nothing of this time or before can still use a file at `now`. */
export const overUntil = (now: Date): Date => new Date(now.getTime() - graceMs)

/** Whether nothing of that time can still use a file: neither a link signed then, nor work in progress then. */
export const isOver = (then: Date, now: Date): boolean => then <= overUntil(now)
