import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { covers, mayGrant, type Permission, permissions } from '../../../src/domain/keys/permissions.ts'

const test = suite('permissions')
const permission = fc.constantFrom(...permissions)
const some = fc.subarray([...permissions])
const ids = fc.subarray(['a', 'b', 'c'])

test('a key has the granted permissions, X_All includes every X_…, and nothing else', () => {
  fc.assert(
    fc.property(some, permission, (granted, needed) => {
      const area = needed.split('_')[0]
      const expected = granted.includes(needed) || granted.includes(`${area}_All` as Permission)
      assert.is(covers(granted, needed), expected)
    }),
  )
  assert.not.ok(covers([], 'Campaigns_View'))
  assert.ok(covers('*', 'Campaigns_View'))
  assert.ok(covers(['MediaPlan_All'], 'MediaPlan_Tags_Create'))
  assert.not.ok(covers(['MediaPlan_All'], 'MediaChannel_All'))
  assert.not.ok(covers(['Campaigns_View', 'Campaigns_Clone', 'Campaigns_Create'], 'Campaigns_All'))
})

test('a new key never has more access than the issuing key', () => {
  fc.assert(
    fc.property(some, ids, ids, some, ids, ids, permission, (p, a, o, wp, wa, wo, needed) => {
      const grantor = { permissions: p, accounts: a, organisations: o }
      const refused = mayGrant(grantor, { permissions: wp, accounts: wa, organisations: wo })
      const within = wp.every(w => covers(p, w)) && wa.every(w => a.includes(w)) && wo.every(w => o.includes(w))
      assert.is(refused === undefined, within)
      if (refused === undefined) assert.ok(covers(p, needed) || !covers(wp, needed))
    }),
    { numRuns: 500 },
  )
})

test('a refusal names what the key lacks', () => {
  const grantor = { permissions: ['Account_Admin'], accounts: ['acme'], organisations: [] } as const
  const asked = { permissions: ['Account_Admin'], accounts: ['acme'], organisations: [] } as const
  assert.is(mayGrant(grantor, asked), undefined)
  assert.match(mayGrant(grantor, { ...asked, permissions: ['Dsp_All'] }) ?? '', 'permission Dsp_All')
  assert.match(mayGrant(grantor, { ...asked, accounts: ['other'] }) ?? '', 'account other')
  assert.match(mayGrant(grantor, { ...asked, organisations: ['org1'] }) ?? '', 'organisation org1')
  const [soon, later] = ['2026-05-01T00:00:00.000Z', '2026-05-02T00:00:00.000Z']
  const until = (expiresAt: string) => ({ ...grantor, expiresAt })
  assert.match(mayGrant(until(soon), asked) ?? '', `expires at ${soon}`)
  assert.match(mayGrant(until(soon), { ...asked, expiresAt: later }) ?? '', `expires at ${soon}`)
  assert.is(mayGrant(until(soon), { ...asked, expiresAt: soon }), undefined)
  assert.is(mayGrant(grantor, { ...asked, expiresAt: later }), undefined)
  const admin = { permissions: '*', accounts: '*', organisations: '*' } as const
  assert.is(mayGrant(admin, { permissions: ['Dsp_All'], accounts: ['any'], organisations: ['any'] }), undefined)
})

test.run()
