import { aggregates } from '../domain/aggregates.ts'
import type { OfStreams } from '../ports/event-log.ts'

/** All streams of an account, or of one of its campaigns. */
export const streamsOf = (accountId: string, retailCampaignIdx?: number): Required<OfStreams> => {
  const streams = aggregates.flatMap(({ category, subject }) => {
    if (retailCampaignIdx === undefined) return subject === 'none' ? [] : [`${category}-${accountId}`]
    return subject === 'campaign' ? [`${category}-${accountId}:${retailCampaignIdx}`] : []
  })
  return { streams, prefixes: streams.map(stream => `${stream}:`) }
}
