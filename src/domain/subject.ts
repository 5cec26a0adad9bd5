import { aggregateOf, aggregates } from './aggregates.ts'

/** The account and campaign that an event concerns, derived from its stream name. */
export type Subject = { readonly accountId: string; readonly retailCampaignIdx?: number }

/** Categories whose events an account's auditors can see. */
export const auditedCategories: readonly string[] = aggregates
  .filter(({ subject }) => subject !== 'none')
  .map(({ category }) => category)

/** The account and, if any, the retail campaign. Undefined for streams outside accounts (organisations, ids, requests). */
export const subjectOf = ({ stream }: { readonly stream: string }): Subject | undefined => {
  const aggregate = aggregateOf(stream)
  if (!aggregate || aggregate.subject === 'none') return undefined
  const [accountId, campaign] = stream.slice(aggregate.category.length + 1).split(':')
  if (!accountId) return undefined
  if (aggregate.subject === 'account') return { accountId }
  return campaign ? { accountId, retailCampaignIdx: Number(campaign) } : undefined
}
