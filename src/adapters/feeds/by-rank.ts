/** Orders ranks, the best first: the first difference decides, and the larger value wins. */
export const byRank = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((value, n) => value !== b[n])
  return at < 0 ? 0 : b[at]! - a[at]!
}
