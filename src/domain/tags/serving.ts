/** What a creative is drawn from. `sums`: for each in its order, its share and those of all before it together. */
export type Rotation = { readonly sums: readonly number[] }

/**
 * The rotation by weights. A weight that is not a finite, non-negative number counts as 0 (`weightOf` gives none); if all are 0, all
 * creatives are equally likely (TAGS-10).
 */
export const rotation = (weights: readonly number[]): Rotation => {
  const valid = weights.map(weight => (Number.isFinite(weight) && weight > 0 ? weight : 0))
  // Relative to the largest: a sum of huge weights would be infinite.
  const largest = valid.reduce((a, b) => Math.max(a, b), 0)
  let sum = 0
  const sums = valid.map(weight => {
    sum += largest === 0 ? 1 : weight / largest
    return sum
  })
  return { sums }
}

/** The first place in ascending sums at which `reached` is true; their length if there is none. */
const firstPlace = (sums: readonly number[], reached: (sum: number) => boolean): number => {
  let [from, to] = [0, sums.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (reached(sums[middle]!)) to = middle
    else from = middle + 1
  }
  return from
}

/** The index of the creative to show; undefined if there are none. `random` is in [0, 1). */
export const chooseCreative = ({ sums }: Rotation, random: number): number | undefined => {
  const all = sums.at(-1)
  if (all === undefined) return undefined
  const drawn = random * all
  // Rounding can reach the end: take the last eligible creative.
  return firstPlace(sums, sum => sum > drawn || sum === all)
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
