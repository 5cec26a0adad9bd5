import type { Recorded } from '../ports/event-log.ts'

/** Whom an event is about, as its stream's name says. */
export type Subject = { readonly accountId: string; readonly retailCampaignIdx?: number }

/** Categories of streams `<category>-<account>:<campaign>…`. */
export const campaignCategories = ['retail-campaign', 'creatives', 'approval', 'activation', 'export'] as const
/** Categories of streams `<category>-<account>` and `<category>-<account>:…`. */
const accountCategories = [
  'account',
  'retail-settings',
  'template-campaign',
  'library-asset',
  'external-id',
  'media-plan',
  'classic-campaign',
  'data-signals',
  'cloud-service',
  'cloud-copy',
] as const

/** Categories whose events an account's auditor sees. */
export const auditedCategories: readonly string[] = [...campaignCategories, ...accountCategories]

const idBehind = (category: string, stream: string): string | undefined =>
  stream.startsWith(`${category}-`) ? stream.slice(category.length + 1) : undefined

/** The account, and the retail campaign if it is one's; undefined for what belongs to no account (organisations, ids, requests). */
export const subjectOf = ({ stream }: Pick<Recorded, 'stream'>): Subject | undefined => {
  for (const category of campaignCategories) {
    const [accountId, campaign] = idBehind(category, stream)?.split(':') ?? []
    if (accountId && campaign) return { accountId, retailCampaignIdx: Number(campaign) }
  }
  for (const category of accountCategories) {
    const accountId = idBehind(category, stream)?.split(':', 1)[0]
    if (accountId) return { accountId }
  }
  return undefined
}
