/** The id of a template campaign's stream and document: `acme:3`. */
export const templateCampaignId = (accountId: string, templateCampaignIdx: number): string =>
  `${accountId}:${templateCampaignIdx}`
