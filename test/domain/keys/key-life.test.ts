import { suite } from 'uvu'
import { apiKey, type KeyEvent, type KeyGrant } from '../../../src/domain/keys/key.ts'
import { given } from '../../support/given/decider.ts'

const test = suite('an API key')
const at = '2026-03-01T12:00:00.000Z'
const grant: KeyGrant = {
  keyId: 'abcdefgh',
  sealedOwner: 'sealed-importer',
  hash: 'f'.repeat(64),
  accounts: ['acme', 'second'],
  organisations: [],
  permissions: ['AssetSource_All'],
  createdAt: at,
}
const issued: KeyEvent = { type: 'ApiKeyIssued', data: grant }
const revoked: KeyEvent = { type: 'ApiKeyRevoked', data: { at } }
const revoke = (accountId: string) => ({ kind: 'RevokeApiKey', reach: '*', accountId, at }) as const

test('is issued once', () => {
  given(apiKey)().when({ kind: 'IssueApiKey', grant }).then(issued)
  given(apiKey)(issued).when({ kind: 'IssueApiKey', grant }).thenNothing()
  given(apiKey)(issued, revoked).when({ kind: 'IssueApiKey', grant }).thenNothing()
})

test('can be revoked once, through any account that it can access', () => {
  given(apiKey)(issued).when(revoke('acme')).then(revoked)
  given(apiKey)(issued).when(revoke('second')).then(revoked)
  given(apiKey)(issued, revoked).when(revoke('acme')).thenNothing()
})

test('is not found by an account that it cannot access', () => {
  given(apiKey)(issued).when(revoke('other')).thenRejected('not-found')
  given(apiKey)(issued, revoked).when(revoke('other')).thenRejected('not-found')
  given(apiKey)().when(revoke('acme')).thenRejected('not-found')
})

test.run()
