/** The id of an asset source's streams and documents: `acme:12`. */
export const assetSourceId = (accountId: string, assetSource: number): string => `${accountId}:${assetSource}`
