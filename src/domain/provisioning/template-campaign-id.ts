import { partsOfId } from '../shared/parts-of-id.ts'

/** The id of a template campaign's stream and document: `acme:3`. */
export const templateCampaignId = (accountId: string, templateCampaignIdx: number): string =>
  `${accountId}:${templateCampaignIdx}`

/** Account and number of a template campaign's id. */
export const templateCampaignOfId = (
  id: string,
): { readonly accountId: string; readonly templateCampaignIdx: number } => {
  const [accountId, idx] = partsOfId(id)
  return { accountId, templateCampaignIdx: Number(idx) }
}
