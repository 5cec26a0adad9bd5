/**
 * Which creative to show: an index, or undefined when there is none. `weights` stand in the creatives' order; a weight
 * that is no finite, non-negative number counts 0, and when nothing is left all are equal (decision 29). `random` is in
 * [0, 1).
 */
export const chooseCreative = (weights: readonly number[], random: number): number | undefined => {
  if (weights.length === 0) return undefined
  const valid = weights.map(weight => (Number.isFinite(weight) && weight > 0 ? weight : 0))
  // Shares of the largest: a sum of huge weights would be infinite.
  const largest = valid.reduce((a, b) => Math.max(a, b), 0)
  const shares = largest === 0 ? valid.map(() => 1) : valid.map(weight => weight / largest)
  let left = random * shares.reduce((a, b) => a + b, 0)
  for (const [index, share] of shares.entries()) {
    if (left < share) return index
    left -= share
  }
  // Rounding can carry past the end: the last one that may be shown.
  return shares.findLastIndex(share => share > 0)
}

/** A rotation weight from the text of a column; what is no number in plain notation is NaN. */
export const weightOf = (columnValue: string | undefined): number =>
  /^\s*\d+(?:\.\d+)?\s*$/.test(columnValue ?? '') ? Number(columnValue) : Number.NaN

/** Whether a campaign is served at a moment: from its first to its last day, UTC, inclusive; either end may be open. */
export const withinDates = (startDate: string | undefined, endDate: string | undefined, now: Date): boolean => {
  const today = now.toISOString().slice(0, 10)
  return (startDate === undefined || today >= startDate) && (endDate === undefined || today <= endDate)
}
