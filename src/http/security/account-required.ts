import { rejection } from '../../domain/shared/decider.ts'
import { recentlyUsed } from '../../engine/recently-used.ts'
import type { AccountExists } from '../../lookups/account-exists.ts'
import type { EndcapMiddleware } from '../context.ts'
import { type Refusal, refuse } from '../response/refuse.ts'

/** Most accounts that a node remembers as existing. */
const mostAccounts = 100_000

const noAccount: Refusal = { ...rejection('not-found', 'There is no such account.'), alwaysProblem: true }

/**
 * 404 if the account in the path does not exist (PROVISION-9). Accounts are never deleted, so one that was found is remembered, and a request
 * for it asks no store. One that was not found is looked up again by the next request.
 */
export const accountRequired = (exists: AccountExists): EndcapMiddleware => {
  const found = recentlyUsed<true>(mostAccounts)
  return (ctx, next) => {
    const { accountId } = ctx.state.params as { readonly accountId: string }
    if (found.has(accountId)) return next()
    return exists(accountId).then(isThere => {
      if (!isThere) return refuse(ctx, noAccount)
      found.set(accountId, true)
      return next()
    })
  }
}
