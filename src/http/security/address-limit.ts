import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Check, EndcapContext } from '../context.ts'
import { type Refusal, refusal, refuse } from '../response/refuse.ts'
import { addressOf } from './client-address.ts'
import { minuteWindows } from './minute-windows.ts'

/** Limits of an address per minute (HTTP-19): public requests, and wrong keys. */
export type AddressLimits = { readonly requests: number; readonly wrongKeys: number }

export type AddressLimit = {
  /** Counts a request of a public operation, for several if it takes long; refuses it over the limit. */
  readonly publicRequest: Check
  /** Refuses a key that is not known yet, once its address has sent too many wrong ones. */
  readonly unknownKey: Check
  /** Counts a wrong key. */
  readonly wrongKey: Check
}

type Options = {
  /** Proxies in front of the node (TRUST_PROXY). */
  readonly proxies: number
  readonly clock: Clock
  readonly logger: Pick<Logger, 'warn'>
}

/** Most addresses of a minute that are remembered. */
const mostAddresses = 20_000

const limited = (what: string, limit: number, seconds: number): Refusal => ({
  ...refusal(
    'rate-limited',
    `Your address has sent its limit of ${limit} ${what} for this minute. Retry in ${seconds} s.`,
  ),
  headers: { 'Retry-After': String(seconds) },
})

/**
 * Limits by address, counted by each node for itself (ADR 0039): of what anyone may request, and of keys that do not exist,
 * since each of those costs a look into the store.
 */
export const addressLimit = (limits: AddressLimits, { proxies, clock, logger }: Options): AddressLimit => {
  const windows = minuteWindows(clock, mostAddresses, () => ({ requests: 0, wrongKeys: 0 }))
  let warned = proxies > 0
  const windowOf = ({ req }: EndcapContext) => {
    if (!warned && req.headers['x-forwarded-for'] !== undefined) {
      warned = true
      logger.warn(
        {},
        'requests carry X-Forwarded-For, but TRUST_PROXY is not set: all clients of a proxy count as one address in the rate limits',
      )
    }
    return windows.of(addressOf(req, proxies))
  }
  return {
    publicRequest(ctx) {
      const { window, seconds } = windowOf(ctx)
      if (window.requests >= limits.requests) refuse(ctx, limited('public requests', limits.requests, seconds))
      window.requests += ctx.state.route?.row.operation.countsFor ?? 1
    },
    unknownKey(ctx) {
      const { window, seconds } = windowOf(ctx)
      if (window.wrongKeys >= limits.wrongKeys) refuse(ctx, limited('wrong API keys', limits.wrongKeys, seconds))
    },
    wrongKey(ctx) {
      windowOf(ctx).window.wrongKeys++
    },
  }
}
