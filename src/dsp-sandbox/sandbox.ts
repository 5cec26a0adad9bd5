import { type Quotas, realQuotas, requestQuota } from './api/request-quota.ts'
import { openFaults } from './faults.ts'
import { openGrants } from './oauth/grants.ts'
import { openStore } from './store.ts'

export type SandboxOptions = {
  readonly clientId: string
  readonly clientSecret: string
  /** Where consent may lead; empty: to any web address. */
  readonly redirectUris: readonly string[]
  /** Names by which it is reached, besides those of this machine. */
  readonly names: readonly string[]
  /** How many advertisers its partner has. */
  readonly advertisers: number
  /** Seconds for which an access token is good. */
  readonly tokenSeconds: number
  /** Seconds until a creative is reviewed. */
  readonly reviewSeconds: number
  readonly quotas: Quotas
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export const defaultOptions: SandboxOptions = {
  clientId: 'endcap',
  clientSecret: 'sandbox-secret',
  redirectUris: [],
  names: [],
  advertisers: 3,
  tokenSeconds: 3_600,
  reviewSeconds: 30,
  quotas: realQuotas,
  now: Date.now,
}

/** The only partner of the sandbox, and the id before that of its first advertiser. */
export const partnerId = '1001'
const beforeFirst = 200_000

export type Advertiser = { readonly advertiserId: string; readonly displayName: string }

/** A request that arrived, for the page. */
export type Arrival = { readonly at: number; readonly method: string; readonly path: string; readonly status: number }
const mostArrivals = 50

/** The state of a sandbox: all in memory, and bounded. */
export const openSandbox = (given: Partial<SandboxOptions> = {}) => {
  const options = { ...defaultOptions, ...given }
  const { now, tokenSeconds, reviewSeconds, quotas } = options
  const arrivals: Arrival[] = []
  const advertisers = Array.from({ length: options.advertisers }, (_, i): Advertiser => {
    const advertiserId = String(beforeFirst + i + 1)
    // in the order of ids and of names
    const number = String(i + 1).padStart(String(options.advertisers).length, '0')
    return { advertiserId, displayName: `Advertiser ${number}` }
  })
  return {
    options,
    now,
    advertisers,
    store: openStore({ now, reviewMs: reviewSeconds * 1000 }),
    grants: openGrants({ now, tokenSeconds }),
    faults: openFaults(),
    quota: requestQuota(quotas, now),
    arrivals,
    arrived(method: string, path: string, status: number): void {
      arrivals.unshift({ at: now(), method, path: path.slice(0, 200), status })
      arrivals.length = Math.min(arrivals.length, mostArrivals)
    },
  }
}
export type Sandbox = ReturnType<typeof openSandbox>
