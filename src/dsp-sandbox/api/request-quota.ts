import { exhausted } from './api-error.ts'

/** Requests per minute. */
type PerMinute = { readonly requests: number; readonly writes: number }
export type Quotas = { readonly project: PerMinute; readonly advertiser: PerMinute }

/** https://developers.google.com/display-video/api/limits */
export const realQuotas: Quotas = {
  project: { requests: 1_500, writes: 700 },
  advertiser: { requests: 300, writes: 150 },
}

const minuteMs = 60_000

/** Counts the admitted requests of the last minute; throws an ApiError for one that is beyond a quota. */
export const requestQuota = (quotas: Quotas, now: () => number) => {
  const admitted = new Map<string, number[]>()

  /** The times of the last minute, at most as many as the limit. */
  const recentOf = (key: string): number[] => {
    const times = admitted.get(key) ?? []
    const from = times.findIndex(time => time > now() - minuteMs)
    times.splice(0, from < 0 ? times.length : from)
    admitted.set(key, times)
    return times
  }
  return (advertiserId: string | undefined, isWrite: boolean): void => {
    const scopes: readonly (readonly [string, PerMinute])[] =
      advertiserId === undefined
        ? [['project', quotas.project]]
        : [
            ['project', quotas.project],
            [advertiserId, quotas.advertiser],
          ]
    const counted = scopes.flatMap(([scope, limits]) => [
      { times: recentOf(`${scope} requests`), limit: limits.requests },
      ...(isWrite ? [{ times: recentOf(`${scope} writes`), limit: limits.writes }] : []),
    ])
    if (counted.some(({ times, limit }) => times.length >= limit)) throw exhausted()
    for (const { times } of counted) times.push(now())
  }
}
