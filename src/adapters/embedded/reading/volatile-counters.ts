import type { Clock } from '../../../ports/clock.ts'
import type { ReadModels } from '../../../ports/read-models.ts'
import type { CounterRow, LatestRow, VolatileRows } from '../../read-models/sqlite/volatile-rows.ts'

/** Interval at which nodes exchange counters, in milliseconds (HTTP-19). */
export const exchangeEvery = 1_000

type Exchange = (rows: VolatileRows, now: number) => Promise<VolatileRows | undefined>
type Counter = { own: number; others: number; expires: number; fresh: boolean }
/** `until`: when it ends by the monotonic clock, whatever the wall clock of the node was that set it. */
type Latest = { value: string; expires: number; at: number; until: number; fresh: boolean }

/** Whether a value was set by a clock that was ahead: after the end of one that was set since. */
const isOfClockAhead = (at: number, expires: number): boolean => at > expires

/**
 * Counters and values in memory, which nodes exchange once a second through the views file, so that no request costs a
 * write. A counter lives `ttlSeconds` from its first count, a value from its last setting. A crash loses at most one
 * second of them.
 */
export const volatileCounters = (clock: Clock, exchange: Exchange) => {
  const counters = new Map<string, Counter>()
  const latest = new Map<string, Latest>()
  const now = () => clock.now().getTime()
  const isLive = ({ expires, until }: Latest): boolean => expires > now() && until > clock.monotonic()

  const counterOf = (key: string, expires: number): Counter => {
    const known = counters.get(key)
    if (known && known.expires > now()) return known
    const counter = { own: 0, others: 0, expires, fresh: false }
    counters.set(key, counter)
    return counter
  }
  const changed = (at: number): VolatileRows => {
    const rows: { counters: CounterRow[]; latest: LatestRow[] } = { counters: [], latest: [] }
    for (const [key, c] of counters) {
      if (c.expires <= at) counters.delete(key)
      else if (c.fresh) rows.counters.push({ key, total: c.own, expires: c.expires, at })
      c.fresh = false
    }
    for (const [key, l] of latest) {
      if (l.expires <= at) latest.delete(key)
      else if (l.fresh) rows.latest.push({ key, value: l.value, expires: l.expires, at: l.at })
      l.fresh = false
    }
    return rows
  }
  const learn = (rows: VolatileRows) => {
    for (const row of rows.counters) counterOf(row.key, row.expires).others = row.total
    for (const { key, value, expires, at } of rows.latest) {
      const known = latest.get(key)
      const until = known?.at === at ? known.until : clock.monotonic() + expires - at
      // With equal timestamps our value stays until it is sent; the last one sent wins in the table.
      if (!known || at > known.at || (at === known.at && !known.fresh) || isOfClockAhead(known.at, expires))
        latest.set(key, { value, expires, at, until, fresh: false })
    }
  }
  let problem: string | undefined
  /** Sends changes to the other nodes and receives theirs. Unsent changes are sent next time. */
  const exchangeNow = async (): Promise<void> => {
    const rows = changed(now())
    try {
      const others = await exchange(rows, now())
      if (others) learn(others)
      problem = undefined
    } catch (error) {
      problem = error instanceof Error ? error.message : 'unknown error'
      const again = (one: { fresh: boolean } | undefined) => {
        if (one) one.fresh = true
      }
      for (const { key } of rows.counters) again(counters.get(key))
      for (const { key } of rows.latest) again(latest.get(key))
    }
  }
  const volatile: ReadModels['volatile'] = {
    add: async (key, by, ttlSeconds) => {
      const counter = counterOf(key, now() + ttlSeconds * 1000)
      counter.own += by
      counter.fresh = true
      return counter.own + counter.others
    },
    set: async (key, value, ttlSeconds) => {
      const ttl = ttlSeconds * 1000
      latest.set(key, { value, expires: now() + ttl, at: now(), until: clock.monotonic() + ttl, fresh: true })
    },
    get: async keys =>
      keys.map(key => {
        const value = latest.get(key)
        if (value && isLive(value)) return value.value
        const counter = counters.get(key)
        return counter && counter.expires > now() ? String(counter.own + counter.others) : undefined
      }),
    find: async prefix => {
      const found = latest.entries().filter(([key, value]) => key.startsWith(prefix) && isLive(value))
      return new Map(found.map(([key, { value }]) => [key, value]))
    },
  }
  let underWay: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  /** Never rejects. It begins after the exchange under way, whose changes may not have arrived yet; all who ask before it begins share it. */
  const exchangeNext = (): Promise<void> => {
    next ??= underWay.then(() => {
      next = undefined
      underWay = exchangeNow()
      return underWay
    })
    return next
  }
  return { volatile, exchange: exchangeNext, problem: () => problem }
}
