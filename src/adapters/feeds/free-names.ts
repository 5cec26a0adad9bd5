/** Characters of the name of a column. */
const longest = 255

/**
 * Gives a name that is free: the wanted one, else with a number behind it. It remembers where the search for each name ended, because all
 * columns of a feed may want the same one.
 */
export const freeNames = (isTaken: (name: string) => boolean) => {
  const tried = new Map<string, number>()
  return (wanted: string): string => {
    if (!isTaken(wanted)) return wanted
    for (let n = tried.get(wanted) ?? 2; ; n++) {
      const name = `${wanted}_${n}`.slice(-longest)
      if (isTaken(name)) continue
      tried.set(wanted, n + 1)
      return name
    }
  }
}
