/** The id of a classic campaign's stream and document: `acme:5`. */
export const classicCampaignId = (accountId: string, campaignId: number): string => `${accountId}:${campaignId}`
