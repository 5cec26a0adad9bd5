import type { ReadModels } from '../../ports/read-models.ts'

/** Limits of a key, and of an account, per minute (HTTP-19): requests, writes among these, and starts among the writes. */
export type Limits = { readonly requests: number; readonly writes: number; readonly starts: number }

export type Counter = {
  readonly name: keyof Limits
  /** The count of all nodes at the last exchange, and this node's count since then. */
  agreed: number
  own: number
}
/** The counters of one key, account or organisation in the current minute. */
export type Window = readonly Counter[]
type Shared = Pick<ReadModels['volatile'], 'add' | 'get'>

/** Reports this node's count since the last exchange, and reads the sum. */
const report = async (key: string, counter: Counter, volatile: Shared): Promise<void> => {
  const reported = counter.own
  // two minutes, so that a node whose clock is slightly behind still finds its window
  const total = await volatile.add(key, reported, 120)
  counter.own -= reported
  counter.agreed = total
}

/** Reads the counts of the other nodes where this node has nothing to report. */
const fetchTotals = async (idle: ReadonlyMap<string, Counter>, volatile: Shared): Promise<void> => {
  if (idle.size === 0) return
  const totals = await volatile.get([...idle.keys()])
  let i = 0
  for (const counter of idle.values()) counter.agreed = Math.max(counter.agreed, Number(totals[i++] ?? 0))
}

/** Exchanges the counts of a minute, by what they are for, with the other nodes. */
export const shareCounts = async (
  minute: number,
  windows: Iterable<readonly [counted: string, window: Window]>,
  volatile: Shared,
): Promise<void> => {
  const idle = new Map<string, Counter>()
  const reports: Promise<void>[] = []
  for (const [counted, counters] of windows)
    for (const counter of counters) {
      const key = `rate:${minute}:${counted}:${counter.name}`
      if (counter.own > 0) reports.push(report(key, counter, volatile))
      else idle.set(key, counter)
    }
  await Promise.all([...reports, fetchTotals(idle, volatile)])
}
