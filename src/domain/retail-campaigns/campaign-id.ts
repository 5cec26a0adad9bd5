/** The id of a retail campaign's streams and documents: `acme:12`. */
export type CampaignId = `${string}:${number}`

/** The id of a retail campaign of an account. */
export const campaignId = (accountId: string, retailCampaignIdx: number): CampaignId =>
  `${accountId}:${retailCampaignIdx}`

/** The account and campaign at the start of an id: `acme:12`, `acme:12:production:png:1`. */
export const campaignOfId = (id: string): { readonly accountId: string; readonly retailCampaignIdx: number } => {
  const [accountId = '', campaign = ''] = id.split(':')
  return { accountId, retailCampaignIdx: Number(campaign) }
}
