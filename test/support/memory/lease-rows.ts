import type { LeaseRow, LeaseRows } from '../../../src/ports/leases.ts'

/** Rows of leases in memory, which the nodes of a test share. `lose`: all are lost, as when the views are deleted. */
export const memoryLeaseRows = (): LeaseRows & { lose(): void } => {
  const rows = new Map<string, LeaseRow>()
  return {
    find: async prefix => new Map(rows.entries().filter(([workId]) => workId.startsWith(prefix))),
    async swap(workId, seen, next) {
      const row = rows.get(workId)
      const isSeen =
        seen === undefined
          ? row === undefined
          : row?.token === seen.token && (seen.renewals === undefined || seen.renewals === row.renewals)
      if (!isSeen) return false
      if (next === undefined) rows.delete(workId)
      else rows.set(workId, next)
      return true
    },
    lose: () => rows.clear(),
  }
}
