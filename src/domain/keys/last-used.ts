/** The volatile row with a key's `lastUsedAt` (ISO 8601). */
export const lastUsedKey = (keyId: string): string => `api-key-used:${keyId}`
