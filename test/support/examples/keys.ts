import type { KeyEvent, KeyGrant } from '../../../src/domain/keys/key.ts'

const at = '2026-05-01T10:00:00.000Z'

export const grant: KeyGrant = {
  keyId: 'abcdefgh',
  owner: 'shop',
  hash: 'h1',
  accounts: ['acme'],
  organisations: [],
  permissions: ['Campaigns_View'],
  createdAt: at,
}
export const keyIssued = (over: Partial<KeyGrant> = {}): KeyEvent => ({
  type: 'ApiKeyIssued',
  data: { ...grant, ...over },
})
export const keyRevoked: KeyEvent = { type: 'ApiKeyRevoked', data: { at } }
