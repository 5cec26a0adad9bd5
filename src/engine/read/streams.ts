import type { Recorded } from '../../ports/event-log.ts'

/** The id part of an event's stream: `acme:12` of `approval-acme:12`. */
export const streamId = (category: string, event: Recorded): string => event.stream.slice(category.length + 1)

/** Whether an event's stream is of a category. */
export const isOf = (category: string, event: Recorded): boolean => event.stream.startsWith(`${category}-`)

/** Account and campaign of an id that starts with them: `acme:12`, `acme:12:production:png:1`. */
export const campaignKey = (id: string): { readonly accountId: string; readonly retailCampaignIdx: number } => {
  const [accountId = '', campaign = ''] = id.split(':')
  return { accountId, retailCampaignIdx: Number(campaign) }
}
