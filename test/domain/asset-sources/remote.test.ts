import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type AssetSourceCommand, assetSource } from '../../../src/domain/asset-sources/asset-source.ts'
import { failed, fetchOfLoad, isDue, nextFetchOf } from '../../../src/domain/asset-sources/last-fetch.ts'
import { checkedRemote, fetchIdOf } from '../../../src/domain/asset-sources/remote.ts'
import {
  assetSourceLoaded,
  assetSourceRolledBack,
  remoteConfigured,
  remoteCreated,
  remoteSettings,
  rowSet,
} from '../../support/examples/asset-sources.ts'
import { given } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'
const source = given(assetSource)
const made = [remoteCreated, remoteConfigured(), assetSourceLoaded()] as const
const roles = { assetKeyColumn: 'sku' }
const fetchId = fetchIdOf({ remote: remoteSettings, roles })
const load = (digest: string, of = fetchId): AssetSourceCommand => ({
  kind: 'LoadRows',
  set: rowSet(digest),
  fetchId: of,
  at,
})
const change = (more: object): AssetSourceCommand => ({ kind: 'ChangeSource', assetSourceType: 'remote', at, ...more })

test('a remote source is created with its settings and the rows of the first fetch', () => {
  source()
    .when({ kind: 'CreateSource', ...remoteCreated.data, remote: remoteSettings, set: rowSet() })
    .then(...made)
})
test('its settings change; the same ones change nothing', () => {
  const slower = { ...remoteSettings, cacheTime: 3_600 }
  source(...made)
    .when(change({ remote: slower }))
    .then(remoteConfigured(slower))
  source(...made)
    .when(change({ remote: remoteSettings }))
    .thenNothing()
})
test('other rows are a new version, those of the last load are none, even after a rollback', () => {
  const two = [...made, assetSourceLoaded(2, rowSet('d2'))]
  source(...made)
    .when(load('d2'))
    .then(assetSourceLoaded(2, rowSet('d2')))
  source(...two)
    .when(load('d2'))
    .thenNothing()
  source(...two, assetSourceRolledBack)
    .when(load('d2'))
    .thenNothing()
})
test('rows that were fetched by other settings are not served', () => {
  const other = { ...remoteSettings, url: 'https://other.example.com/' }
  source(...made)
    .when(load('d2', fetchIdOf({ remote: other, roles })))
    .thenNothing()
  assert.is(fetchIdOf({ remote: { ...remoteSettings, cacheTime: 60 }, roles }), fetchId)
  assert.is.not(fetchIdOf({ remote: remoteSettings, roles: { ...roles, assetVariantColumn: 'size' } }), fetchId)
})
test('another type of source cannot be changed as a remote one', () =>
  source(...made)
    .when({ kind: 'ChangeSource', assetSourceType: 'inline', at })
    .thenRejected('not-found'))

test('a fetch is due after cacheTime, and sooner after a failure', () => {
  const seconds = (s: number) => new Date(Date.parse(at) + s * 1_000)
  const first = fetchOfLoad(fetchId, { at })
  assert.equal(
    [599, 600].map(s => isDue(first, 600, seconds(s))),
    [false, true],
  )
  const once = failed(first, at, { code: 'unreachable', detail: 'x'.repeat(1_000) })
  assert.equal(
    [4, 5].map(s => isDue(once, 600, seconds(s))),
    [false, true],
  )
  assert.equal([once.failures, once.reason?.length, once.fetchedAt], [1, 500, at])
  const often = Array.from({ length: 9 }).reduce<typeof once>(
    last => failed(last, at, { code: 'x', detail: 'y' }),
    once,
  )
  assert.equal(nextFetchOf(often, 600), seconds(300))
  assert.equal(nextFetchOf(often, 60), seconds(60))
})
test('a reason with many names of columns is cut between characters, and says so', () => {
  const reasonOf = (detail: string) => failed(fetchOfLoad(fetchId, { at }), at, { code: 'x', detail }).reason
  assert.is(reasonOf('x'.repeat(500)), 'x'.repeat(500))
  assert.is(reasonOf('x'.repeat(501)), `${'x'.repeat(499)}…`)
  assert.is(reasonOf(`${'x'.repeat(498)}😀😀`), `${'x'.repeat(498)}…`)
})

test('a time far ahead, from a clock that was wrong, stops no fetch', () =>
  assert.ok(isDue(fetchOfLoad(fetchId, { at: '2036-05-01T10:00:00.000Z' }), 600, new Date(at))))

test('an address has no credentials, and columns are named once, those with a role among them', () => {
  const pointerOf = (more: object) => {
    const checked = checkedRemote({ ...remoteSettings, ...more }, { assetKeyColumn: 'sku' })
    return E.isLeft(checked) ? checked.left.errors?.[0]?.pointer : 'accepted'
  }
  for (const login of ['ann:secret', 'ann', ':secret'])
    assert.is(pointerOf({ url: `https://${login}@shop.example.com/` }), '/url')
  assert.is(pointerOf({ columnNames: ['sku', 'sku'] }), '/columnNames')
  assert.is(pointerOf({ columnNames: ['sku', 'price'] }), 'accepted')
  assert.is(pointerOf({ columnNames: ['price'] }), '/assetKeyColumn')
})

test.run()
