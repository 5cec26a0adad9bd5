import * as E from 'fp-ts/lib/Either.js'
import { aggregateOf, aggregates } from '../domain/aggregates.ts'
import { accountOfKey, apiKey } from '../domain/keys/key.ts'
import type { OfStreams, Recorded } from '../ports/event-log.ts'

/** The account and campaign that an event concerns, derived from its stream name. */
export type Subject = { readonly accountId: string; readonly retailCampaignIdx?: number }

/** Categories whose events an account's auditors can see. */
export const auditedCategories: readonly string[] = aggregates
  .filter(({ subject }) => subject !== 'none')
  .map(({ category }) => category)

/** The account and, if any, the retail campaign. Undefined for streams outside accounts (organisations, ids, requests). */
export const subjectOf = ({ stream }: Pick<Recorded, 'stream'>): Subject | undefined => {
  const aggregate = aggregateOf(stream)
  if (!aggregate || aggregate.subject === 'none') return undefined
  const [accountId, campaign] = stream.slice(aggregate.category.length + 1).split(':')
  if (!accountId) return undefined
  if (aggregate.subject === 'account') return { accountId }
  return campaign ? { accountId, retailCampaignIdx: Number(campaign) } : undefined
}

/** The account whose persons are sealed in an event. The owner of an API key is one of an account, although the key may reach several. */
export const sealingAccount = (event: Pick<Recorded, 'stream' | 'type' | 'data'>): string | undefined => {
  const decoded = event.type === 'ApiKeyIssued' ? apiKey.events.decode(event) : E.left(undefined)
  const isOfKey = E.isRight(decoded) && decoded.right.type === 'ApiKeyIssued'
  return isOfKey ? accountOfKey(decoded.right.data) : subjectOf(event)?.accountId
}

/** All streams of an account, or of one of its campaigns. */
export const streamsOf = (accountId: string, retailCampaignIdx?: number): Required<OfStreams> => {
  const streams = aggregates.flatMap(({ category, subject }) => {
    if (retailCampaignIdx === undefined) return subject === 'none' ? [] : [`${category}-${accountId}`]
    return subject === 'campaign' ? [`${category}-${accountId}:${retailCampaignIdx}`] : []
  })
  return { streams, prefixes: streams.map(stream => `${stream}:`) }
}
