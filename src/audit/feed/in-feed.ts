import { aggregateOf } from '../../domain/aggregates.ts'
import { idempotency } from '../../domain/idempotency/idempotency.ts'
import { subjectOf } from '../../domain/subject.ts'
import type { FeedRequest } from '../../ports/event-feed.ts'
import type { Recorded } from '../../ports/event-log.ts'

/** An event, and whose feeds show it: found out once for all readers. */
export type FeedEvent = {
  readonly event: Recorded
  readonly accountId: string | undefined
  /** It says something of an account, an organisation or a key; records of requests and of ids do not. */
  readonly isShown: boolean
}

export const feedEvent = (event: Recorded): FeedEvent => {
  const aggregate = aggregateOf(event.stream)
  const isShown = aggregate !== undefined && aggregate.category !== idempotency.category
  return { event, accountId: subjectOf(event)?.accountId, isShown }
}

/** Whether a reader of the feed gets an event. */
export const isInFeed = (
  { accountId, types }: Pick<FeedRequest, 'accountId' | 'types'>,
  { event, ...of }: FeedEvent,
): boolean => {
  if (types !== undefined && !types.has(event.type)) return false
  return accountId === undefined ? of.isShown : of.accountId === accountId
}
