import { rejection } from '../../domain/shared/decider.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ReadModels } from '../../ports/read-models.ts'
import type { Check } from '../context.ts'
import { type Refusal, refuse } from '../response/refuse.ts'

/** What a key may do in a minute (decision 7): requests, of these writes, of these starts. */
export type Limits = { readonly requests: number; readonly writes: number; readonly starts: number }
export const defaultLimits: Limits = { requests: 600, writes: 150, starts: 20 }

/** What a request counts as; each kind includes the ones before it. */
export type Counted = 'request' | 'write' | 'start'

type Counter = {
  readonly name: keyof Limits
  /** What all nodes counted, when it was last exchanged, and what this one has counted since. */
  agreed: number
  own: number
}
type Window = readonly Counter[]

export type RateLimit = {
  /** The check for rows of one kind. */
  check(counted: Counted): Check
  /** Tells the other nodes what was counted here and hears what they counted; runs every second. */
  exchange(): Promise<void>
}

const minute = 60_000
const names = ['requests', 'writes', 'starts'] as const
const countedIn: Readonly<Record<Counted, number>> = { request: 1, write: 2, start: 3 }

/** Limits by key and minute, in memory, with the headers of the IETF draft `ratelimit-headers`. */
export const rateLimit = (
  limits: Limits,
  clock: Clock,
  volatile: Pick<ReadModels['volatile'], 'add' | 'get'>,
): RateLimit => {
  let current = -1
  const windows = new Map<string, Window>()
  const fresh = (): Window => names.map(name => ({ name, agreed: 0, own: 0 }))

  const windowOf = (caller: string): Window => {
    const found = windows.get(caller)
    if (found) return found
    const made = fresh()
    windows.set(caller, made)
    return made
  }

  const check = (counted: Counted): Check => {
    const kinds = countedIn[counted]
    const policy = names
      .slice(0, kinds)
      .map(name => `"${name}";q=${limits[name]};w=60`)
      .join(', ')
    return ctx => {
      const now = clock.now().getTime()
      const at = Math.floor(now / minute)
      if (at !== current) {
        windows.clear()
        current = at
      }
      const window = windowOf(ctx.state.caller.id)
      const seconds = Math.ceil(((at + 1) * minute - now) / 1000)
      const exhausted = exhaustedOf(window, kinds, limits)
      let header = ''
      for (let i = 0; i < kinds; i++) {
        const counter = window[i]!
        if (exhausted === undefined) counter.own++
        const left = Math.max(0, limits[counter.name] - counter.agreed - counter.own)
        header += `${i === 0 ? '' : ', '}"${counter.name}";r=${left};t=${seconds}`
      }
      ctx.res.setHeader('RateLimit-Policy', policy)
      ctx.res.setHeader('RateLimit', header)
      if (exhausted !== undefined) refuse(ctx, limited(exhausted, limits[exhausted], seconds))
    }
  }

  const keyOf = (at: number, caller: string, counter: Counter): string => `rate:${at}:${caller}:${counter.name}`

  /** Tells what was counted here since the last time, and hears the sum. */
  const tell = async (key: string, counter: Counter): Promise<void> => {
    const told = counter.own
    // two minutes, so that a clock that is a little behind still finds its window
    const total = await volatile.add(key, told, 120)
    counter.own -= told
    counter.agreed = total
  }

  /** Hears what other nodes counted where there is nothing to tell. */
  const hear = async (silent: ReadonlyMap<string, Counter>): Promise<void> => {
    if (silent.size === 0) return
    const totals = await volatile.get([...silent.keys()])
    let i = 0
    for (const counter of silent.values()) counter.agreed = Math.max(counter.agreed, Number(totals[i++] ?? 0))
  }

  return {
    check,
    async exchange() {
      const at = current
      const silent = new Map<string, Counter>()
      const telling: Promise<void>[] = []
      for (const [caller, counters] of windows)
        for (const counter of counters) {
          const key = keyOf(at, caller, counter)
          if (counter.own > 0) telling.push(tell(key, counter))
          else silent.set(key, counter)
        }
      await Promise.all([...telling, hear(silent)])
    },
  }
}

const exhaustedOf = (window: Window, kinds: number, limits: Limits): keyof Limits | undefined => {
  for (let i = 0; i < kinds; i++) {
    const counter = window[i]!
    if (counter.agreed + counter.own >= limits[counter.name]) return counter.name
  }
  return undefined
}

const limited = (name: keyof Limits, limit: number, seconds: number): Refusal => ({
  ...rejection('rate-limited', `The key has made its ${limit} ${name} of this minute. Try again in ${seconds} s.`),
  headers: { 'Retry-After': String(seconds) },
})
