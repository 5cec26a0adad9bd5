import type { ReadModels } from '../../ports/read-models.ts'

/** What a key may do in a minute (HTTP-19): requests, of these writes, of these starts. */
export type Limits = { readonly requests: number; readonly writes: number; readonly starts: number }

export type Counter = {
  readonly name: keyof Limits
  /** What all nodes counted, when it was last exchanged, and what this one has counted since. */
  agreed: number
  own: number
}
/** What one key has done in the minute. */
export type Window = readonly Counter[]
type Shared = Pick<ReadModels['volatile'], 'add' | 'get'>

/** Tells what was counted here since the last time, and hears the sum. */
const tell = async (key: string, counter: Counter, volatile: Shared): Promise<void> => {
  const told = counter.own
  // two minutes, so that a clock that is a little behind still finds its window
  const total = await volatile.add(key, told, 120)
  counter.own -= told
  counter.agreed = total
}

/** Hears what other nodes counted where there is nothing to tell. */
const hear = async (silent: ReadonlyMap<string, Counter>, volatile: Shared): Promise<void> => {
  if (silent.size === 0) return
  const totals = await volatile.get([...silent.keys()])
  let i = 0
  for (const counter of silent.values()) counter.agreed = Math.max(counter.agreed, Number(totals[i++] ?? 0))
}

/** Tells the other nodes what was counted here in a minute, by key, and hears what they counted. */
export const shareCounts = async (
  minute: number,
  windows: ReadonlyMap<string, Window>,
  volatile: Shared,
): Promise<void> => {
  const silent = new Map<string, Counter>()
  const telling: Promise<void>[] = []
  for (const [caller, counters] of windows)
    for (const counter of counters) {
      const key = `rate:${minute}:${caller}:${counter.name}`
      if (counter.own > 0) telling.push(tell(key, counter, volatile))
      else silent.set(key, counter)
    }
  await Promise.all([...telling, hear(silent, volatile)])
}
