import type { Follower } from './follower.ts'
import type { FeedEvent } from './in-feed.ts'

/** The followers of a node by the account that they follow: of ten thousand webhooks, an event concerns those of one account. */
export const followersByAccount = () => {
  const all = new Set<Follower>()
  /** undefined: those of all accounts. */
  const byAccount = new Map<string | undefined, Set<Follower>>()
  return {
    all: all as ReadonlySet<Follower>,
    add(follower: Follower): void {
      const { accountId } = follower.request
      all.add(follower)
      byAccount.set(accountId, (byAccount.get(accountId) ?? new Set()).add(follower))
    },
    /** Whether it was there. */
    delete(follower: Follower): boolean {
      const { accountId } = follower.request
      const same = byAccount.get(accountId)
      same?.delete(follower)
      if (same?.size === 0) byAccount.delete(accountId)
      return all.delete(follower)
    },
    /** Those of the account of an event, and of all accounts. */
    *concernedBy({ accountId }: Pick<FeedEvent, 'accountId'>): Generator<Follower> {
      yield* byAccount.get(undefined) ?? []
      if (accountId !== undefined) yield* byAccount.get(accountId) ?? []
    },
  }
}
