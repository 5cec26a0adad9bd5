import type { Clock } from '../../ports/clock.ts'
import type { ReadModels } from '../../ports/read-models.ts'
import type { Check } from '../context.ts'
import { type Refusal, refusal, refuse } from '../response/refuse.ts'
import { type Limits, shareCounts, type Window } from './rate-counts.ts'

export const defaultLimits: Limits = { requests: 600, writes: 150, starts: 20 }

/** What a request counts as; each kind also counts as the ones before it. */
export type Counted = 'request' | 'write' | 'start'

export type RateLimit = {
  /** The check for requests of one kind. */
  check(counted: Counted): Check
  /** Exchanges counts with the other nodes; runs every second. */
  exchange(): Promise<void>
}

const minute = 60_000
const names = ['requests', 'writes', 'starts'] as const
const countedIn: Readonly<Record<Counted, number>> = { request: 1, write: 2, start: 3 }

/** In-memory limits per key and minute, with the headers of the IETF draft `ratelimit-headers`. */
export const rateLimit = (
  limits: Limits,
  clock: Clock,
  volatile: Pick<ReadModels['volatile'], 'add' | 'get'>,
): RateLimit => {
  let current = -1
  const windows = new Map<string, Window>()
  const newWindow = (): Window => names.map(name => ({ name, agreed: 0, own: 0 }))

  const windowOf = (caller: string): Window => {
    const found = windows.get(caller)
    if (found) return found
    const added = newWindow()
    windows.set(caller, added)
    return added
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

  return {
    check,
    exchange: () => shareCounts(current, windows, volatile),
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
  ...refusal('rate-limited', `The key has used its limit of ${limit} ${name} for this minute. Retry in ${seconds} s.`),
  headers: { 'Retry-After': String(seconds) },
})
