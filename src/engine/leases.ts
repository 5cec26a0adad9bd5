import { randomUUID } from 'node:crypto'
import type { Clock } from '../ports/clock.ts'
import type { LeaseRow, LeaseRows, Leases } from '../ports/leases.ts'
import { recentlyUsed } from './recently-used.ts'

/** Held works that a node remembers to have seen: more are hardly ever held at a time. */
const mostSeen = 10_000

/**
 * The leases of one node. A lease is free when its counter has stood still for `leaseMs` by this node's own monotonic clock, because wall
 * clocks jump. Tokens are random and only compared for equality, so no order of nodes or clocks matters.
 */
export const leasesIn = (
  rows: LeaseRows,
  { clock, holder, leaseMs }: { readonly clock: Pick<Clock, 'monotonic'>; holder: string; readonly leaseMs: number },
): Leases => {
  const seen = recentlyUsed<{ readonly row: LeaseRow; readonly since: number }>(mostSeen)
  const renewals = new Map<string, number>()

  /** Whether the holder has shown no life since this node saw its row for the first time, a lease or more ago. */
  const isSilent = (workId: string, row: LeaseRow): boolean => {
    const before = seen.get(workId)
    const now = clock.monotonic()
    if (before?.row.token === row.token && before.row.renewals === row.renewals) return now - before.since >= leaseMs
    seen.set(workId, { row, since: now })
    return leaseMs <= 0
  }
  return {
    async take(workId) {
      const token = randomUUID()
      const own = { holder, token, renewals: 0 }
      const lease = { workId, token, wasSilent: false }
      if (await rows.swap(workId, undefined, own)) return lease
      const held = (await rows.find(workId)).get(workId)
      if (held === undefined || !isSilent(workId, held)) return undefined
      if (!(await rows.swap(workId, held, own))) return undefined
      seen.delete(workId)
      return { ...lease, wasSilent: true }
    },
    async renew({ workId, token }) {
      const count = (renewals.get(token) ?? 0) + 1
      renewals.set(token, count)
      const isHeld = await rows.swap(workId, { token }, { holder, token, renewals: count })
      if (!isHeld) renewals.delete(token)
      return isHeld
    },
    async release({ workId, token }) {
      renewals.delete(token)
      await rows.swap(workId, { token }, undefined)
    },
  }
}
