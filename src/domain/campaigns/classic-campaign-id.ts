import { partsOfId } from '../shared/parts-of-id.ts'

/** The id of a classic campaign's stream and document: `acme:5`. */
export const classicCampaignId = (accountId: string, campaignId: number): string => `${accountId}:${campaignId}`

/** Account and number of a classic campaign's id. */
export const classicCampaignOfId = (id: string): { readonly accountId: string; readonly campaignId: number } => {
  const [accountId, campaignId] = partsOfId(id)
  return { accountId, campaignId: Number(campaignId) }
}
