import type { Clock } from '../../ports/clock.ts'
import type { ReadModels } from '../../ports/read-models.ts'
import type { Check, EndcapContext } from '../context.ts'
import { type Refusal, refusal, refuse } from '../response/refuse.ts'
import { minuteWindows } from './minute-windows.ts'
import { type Counter, type Limits, shareCounts, type Window } from './rate-counts.ts'

/** What a request counts as; each kind also counts as the ones before it. */
export type Counted = 'request' | 'write' | 'start'

export type RateLimit = {
  /** The check for requests of one kind. */
  check(counted: Counted): Check
  /** Exchanges counts with the other nodes; runs every second. */
  exchange(): Promise<void>
}

const names = ['requests', 'writes', 'starts'] as const
const countedIn: Readonly<Record<Counted, number>> = { request: 1, write: 2, start: 3 }
/** Most keys, accounts and organisations of a minute that are remembered. */
const mostCallers = 10_000

/**
 * What a request counts for: its key, and what the path names of the key's accounts and organisations. Where it names neither, as those of
 * the DSP, all accounts of the key.
 */
const countedFor = ({ params, state: { caller } }: EndcapContext): readonly string[] => {
  const { accountId, orgId } = params
  const { id, accounts, organisations } = caller
  const counted = [id]
  // ADMIN_API_KEY is the operator's: an account must not be able to lock it out
  if (accounts !== '*') {
    const named = accountId === undefined && orgId === undefined ? accounts : accounts.filter(own => own === accountId)
    for (const own of named) counted.push(`account/${own}`)
  }
  if (organisations !== '*' && orgId !== undefined && organisations.includes(orgId)) counted.push(`org/${orgId}`)
  return counted
}

const nounOf = (counted: string): string =>
  counted.startsWith('account/')
    ? 'The keys of the account together have'
    : counted.startsWith('org/')
      ? 'The keys of the organisation together have'
      : 'The key has'

/**
 * In-memory limits per minute for each key and for each account, so that a second key buys nothing, with the headers of the
 * IETF draft `ratelimit-headers`.
 */
export const rateLimit = (
  limits: Limits,
  clock: Clock,
  volatile: Pick<ReadModels['volatile'], 'add' | 'get'>,
): RateLimit => {
  const windows = minuteWindows(clock, mostCallers, (): Window => names.map(name => ({ name, agreed: 0, own: 0 })))
  const leftOf = ({ name, agreed, own }: Counter): number => Math.max(0, limits[name] - agreed - own)

  const check = (counted: Counted): Check => {
    const kinds = countedIn[counted]
    const policy = names
      .slice(0, kinds)
      .map(name => `"${name}";q=${limits[name]};w=60`)
      .join(', ')
    return ctx => {
      const scopes = countedFor(ctx).map(name => ({ name, ...windows.of(name) }))
      const { seconds } = scopes[0]!
      const exhausted = exhaustedOf(scopes, kinds, leftOf)
      let header = ''
      for (let i = 0; i < kinds; i++) {
        let left = Number.POSITIVE_INFINITY
        for (const { window } of scopes) {
          const counter = window[i]!
          if (exhausted === undefined) counter.own++
          left = Math.min(left, leftOf(counter))
        }
        header += `${i === 0 ? '' : ', '}"${names[i]}";r=${left};t=${seconds}`
      }
      ctx.state.headers['RateLimit-Policy'] = policy
      ctx.state.headers.RateLimit = header
      if (exhausted !== undefined) refuse(ctx, limited(exhausted, limits, seconds))
    }
  }

  return {
    check,
    exchange: () => shareCounts(windows.minute(), windows.entries(), volatile),
  }
}

type Scope = { readonly name: string; readonly window: Window }
type Exhausted = { readonly scope: string; readonly kind: keyof Limits }

const exhaustedOf = (
  scopes: readonly Scope[],
  kinds: number,
  leftOf: (counter: Counter) => number,
): Exhausted | undefined => {
  for (const { name, window } of scopes)
    for (let i = 0; i < kinds; i++) if (leftOf(window[i]!) === 0) return { scope: name, kind: window[i]!.name }
  return undefined
}

const limited = ({ scope, kind }: Exhausted, limits: Limits, seconds: number): Refusal => ({
  ...refusal(
    'rate-limited',
    `${nounOf(scope)} used the limit of ${limits[kind]} ${kind} for this minute. Retry in ${seconds} s.`,
  ),
  headers: { 'Retry-After': String(seconds) },
})
