import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makeApiKey, parseApiKey } from '../../../src/domain/keys/api-key.ts'
import { apiKey, type KeyCommand } from '../../../src/domain/keys/key.ts'
import { covers, mayGrant, type Permission, permissions } from '../../../src/domain/keys/permissions.ts'
import { grant, keyIssued, keyRevoked as revoked } from '../../support/examples/keys.ts'
import { whateverIsDone } from '../../support/given/any-sequence.ts'
import { given } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'
const issue: KeyCommand = { kind: 'IssueApiKey', grant }
const issued = keyIssued()
const revoke = (accountId = 'acme', reach: readonly string[] | '*' = '*'): KeyCommand => ({
  kind: 'RevokeApiKey',
  accountId,
  reach,
  at,
})
test('a key is issued once and revoked once', () => {
  given(apiKey)().when(issue).then(issued)
  given(apiKey)(issued).when(issue).thenNothing()
  given(apiKey)(issued).when(revoke()).then(revoked)
  given(apiKey)(issued, revoked).when(revoke()).thenNothing()
})

test('a key of another account is not found', () => {
  given(apiKey)().when(revoke()).thenRejected('not-found')
  given(apiKey)(issued).when(revoke('other')).thenRejected('not-found')
})

test('a key is revoked only by a caller with access to all of its accounts', () => {
  const shared = keyIssued({ accounts: ['acme', 'other'] })
  given(apiKey)(shared)
    .when(revoke('acme', ['acme']))
    .thenRejected('account-not-on-key')
  given(apiKey)(shared, revoked)
    .when(revoke('other', ['other', 'third']))
    .thenRejected('account-not-on-key')
  given(apiKey)(shared)
    .when(revoke('acme', ['other', 'acme']))
    .then(revoked)
  given(apiKey)(issued)
    .when(revoke('acme', ['acme']))
    .then(revoked)
})

const anyCommand: fc.Arbitrary<KeyCommand> = fc.oneof(
  fc.constantFrom('h1', 'h2').map(hash => ({ kind: 'IssueApiKey' as const, grant: { ...grant, hash } })),
  fc.constantFrom('acme', 'other').map(id => revoke(id)),
)

test('a revoked key never works again, and a key id never gets another text', () =>
  whateverIsDone(apiKey, anyCommand, ({ before, after }) => {
    if (before.status === 'revoked') assert.is(after.status, 'revoked')
    if (before.status !== 'unknown' && after.status !== 'unknown') assert.is(after.grant.hash, before.grant.hash)
  }))

const someBytes = fc.uint8Array({ minLength: 64, maxLength: 64 }).filter(b => b.some(x => x < 248))
test('every key can be parsed, and one wrong character is detected', () =>
  fc.assert(
    fc.property(someBytes, fc.nat(58), fc.constantFrom('a', 'B', '7'), (bytes, place, letter) => {
      let from = 0
      const { keyId, text } = makeApiKey(n => Uint8Array.from({ length: n }, () => bytes[from++ % bytes.length] ?? 0))
      assert.match(text, /^svc_[A-Za-z0-9]{8}_[A-Za-z0-9]{43}_[A-Za-z0-9]{6}$/)
      assert.equal(parseApiKey(text), { keyId })
      const at = place + 4
      if (text[at] === '_' || text[at] === letter) return
      assert.is(parseApiKey(text.slice(0, at) + letter + text.slice(at + 1)), undefined)
    }),
  ))

const anyPermissions = fc.subarray([...permissions])
test('a key cannot grant more than it has, even through a chain of keys (KEYS-6)', () =>
  fc.assert(
    fc.property(anyPermissions, anyPermissions, anyPermissions, (root, child, grandchild) => {
      const reach = (held: readonly Permission[]) => ({ permissions: held, accounts: ['acme'], organisations: [] })
      if (mayGrant(reach(root), reach(child)) || mayGrant(reach(child), reach(grandchild))) return
      for (const p of grandchild) assert.ok(covers(root, p), p)
    }),
  ))

test('the refusal names the accounts and organisations that the key cannot access', () => {
  const held = { permissions: ['Account_Admin' as const], accounts: ['acme'], organisations: ['org1'] }
  assert.match(mayGrant(held, { ...held, accounts: ['acme', 'other'] }) ?? '', /account other/)
  assert.match(mayGrant(held, { ...held, organisations: ['org2'] }) ?? '', /organisation org2/)
  assert.is(mayGrant({ permissions: '*', accounts: '*', organisations: '*' }, held), undefined)
})

test.run()
