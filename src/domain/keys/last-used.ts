/** Where a key's `lastUsedAt` (ISO 8601) stands among the volatile rows. */
export const lastUsedKey = (keyId: string): string => `api-key-used:${keyId}`
