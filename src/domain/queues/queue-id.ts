/** The id of a queue's document: `acme:export-12-production-png-1-1`. */
export const idOfQueue = (accountId: string, queueId: string): string => `${accountId}:${queueId}`
