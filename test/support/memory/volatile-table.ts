import type { CounterRow, LatestRow, VolatileRows } from '../../../src/adapters/read-models/sqlite/volatile-rows.ts'

/** The table by which the nodes of a test exchange volatile rows (HTTP-19). Rows expire by the clock of whoever reads. */
export const volatileTable = () => {
  const counters = new Map<string, Map<string, CounterRow>>()
  const latest = new Map<string, LatestRow>()

  const write = (node: string, rows: VolatileRows) => {
    for (const row of rows.counters)
      counters.set(row.key, (counters.get(row.key) ?? new Map<string, CounterRow>()).set(node, row))
    for (const row of rows.latest) {
      const { at } = latest.get(row.key) ?? row
      if (row.at >= at || at > row.expires) latest.set(row.key, row)
    }
  }
  const othersOf = (node: string, now: number): readonly CounterRow[] =>
    Array.from(counters, ([key, byNode]) => {
      const rows = Array.from(byNode, ([owner, row]) => ({ owner, row })).filter(
        ({ owner, row }) => owner !== node && row.expires > now,
      )
      return rows
        .map(({ row }) => row)
        .reduce<CounterRow | undefined>(
          (sum, row) => ({
            key,
            total: row.total + (sum?.total ?? 0),
            expires: Math.max(row.expires, sum?.expires ?? 0),
            at: Math.max(row.at, sum?.at ?? 0),
          }),
          undefined,
        )
    }).filter(row => row !== undefined)
  return {
    /** Writes the rows of a node, and returns those of the others at `now` (by the node's clock). */
    exchange(node: string, rows: VolatileRows, now: number): VolatileRows {
      write(node, rows)
      return { counters: othersOf(node, now), latest: [...latest.values()].filter(row => row.expires > now) }
    },
  }
}
export type VolatileTable = ReturnType<typeof volatileTable>
