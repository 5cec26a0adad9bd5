/**
 * The index of the creative to show; undefined if there are none. `weights` are in the order of the creatives. A weight that
 * is not a finite, non-negative number counts as 0 (`weightOf` gives none); if all are 0, all creatives are equally likely (TAGS-10). `random` is
 * in [0, 1).
 */
export const chooseCreative = (weights: readonly number[], random: number): number | undefined => {
  if (weights.length === 0) return undefined
  const valid = weights.map(weight => (Number.isFinite(weight) && weight > 0 ? weight : 0))
  // Relative to the largest: a sum of huge weights would be infinite.
  const largest = valid.reduce((a, b) => Math.max(a, b), 0)
  const shares = largest === 0 ? valid.map(() => 1) : valid.map(weight => weight / largest)
  let left = random * shares.reduce((a, b) => a + b, 0)
  for (const [index, share] of shares.entries()) {
    if (left < share) return index
    left -= share
  }
  // Rounding can run past the end: take the last eligible creative.
  return shares.findLastIndex(share => share > 0)
}

/** Whether a column's text is a rotation weight: a non-negative number in plain notation. */
export const isWeight = (columnValue: string | undefined): boolean => /^\s*\d+(?:\.\d+)?\s*$/.test(columnValue ?? '')

/** The rotation weight in a column's text; 1 if there is none (TAGS-10). */
export const weightOf = (columnValue: string | undefined): number => (isWeight(columnValue) ? Number(columnValue) : 1)

/** Whether a campaign is served at a moment: from its start date to its end date, inclusive, in UTC; both are optional. */
export const withinDates = (startDate: string | undefined, endDate: string | undefined, now: Date): boolean => {
  const today = now.toISOString().slice(0, 10)
  return (startDate === undefined || today >= startDate) && (endDate === undefined || today <= endDate)
}
