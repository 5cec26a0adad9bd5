/** The id of a media plan's stream and document: `acme:7`. */
export const idOfMediaPlan = (accountId: string, mediaPlanId: number): string => `${accountId}:${mediaPlanId}`
