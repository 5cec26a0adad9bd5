import type { KeyEvent, KeyGrant } from '../../../src/domain/keys/key.ts'
import type { ServiceKeyEvent } from '../../../src/domain/keys/service-key.ts'

const at = '2026-05-01T10:00:00.000Z'

export const grant: KeyGrant = {
  keyId: 'abcdefgh',
  sealedOwner: 'sealed-shop',
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

const change = { keyId: '5f3a1b2c', at }
export const serviceKeyAdded: ServiceKeyEvent = { type: 'ServiceKeyAdded', data: change }
export const serviceKeyChosen: ServiceKeyEvent = {
  type: 'ServiceKeyChosen',
  data: { ...change, reason: 'ticket 4711' },
}
export const serviceKeyRemoved: ServiceKeyEvent = {
  type: 'ServiceKeyRemoved',
  data: { keyId: '1', liveApiKeys: 2, at },
}
