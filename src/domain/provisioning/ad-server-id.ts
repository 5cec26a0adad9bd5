/** The id of an ad server's stream and document: `fernhollow:fernhollow-dsp`. */
export const idOfAdServer = (orgId: string, adServerId: string): string => `${orgId}:${adServerId}`
