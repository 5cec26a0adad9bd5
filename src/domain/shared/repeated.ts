/** The places of values that an earlier place of the list has already; in time that grows with the list. */
export const repeatedAt = (values: readonly unknown[]): readonly number[] => {
  const seen = new Set<unknown>()
  const places: number[] = []
  for (const [at, value] of values.entries()) {
    if (seen.has(value)) places.push(at)
    seen.add(value)
  }
  return places
}
