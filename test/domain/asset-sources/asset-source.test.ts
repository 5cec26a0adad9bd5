import { test } from 'uvu'
import { type AssetSourceCommand, assetSource } from '../../../src/domain/asset-sources/asset-source.ts'
import type { AssetSourceEvent } from '../../../src/domain/asset-sources/events.ts'
import { assetSourceLabels } from '../../../src/domain/asset-sources/labels.ts'
import {
  assetSourceChanged,
  assetSourceCreated,
  assetSourceLabelled,
  assetSourceLoaded,
  assetSourceRolledBack,
  assetSourceUnlabelled,
  rowSet,
} from '../../support/examples/asset-sources.ts'
import { given } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'
const source = given(assetSource)
const labels = given(assetSourceLabels)
const create = (set = rowSet()): AssetSourceCommand => ({
  kind: 'CreateSource',
  accountId: 'acme',
  assetSourceId: 12,
  assetSourceType: 'inline',
  assetSourceName: 'Spring products',
  roles: { assetKeyColumn: 'sku' },
  set,
  at,
})
const change = (more: object): AssetSourceCommand => ({ kind: 'ChangeSource', assetSourceType: 'inline', at, ...more })
const made = [assetSourceCreated, assetSourceLoaded()] as const

test('a source is created with its rows, once', () => {
  source()
    .when(create())
    .then(...made)
  source(...made)
    .when(create())
    .thenNothing()
})
test('its roles name its columns', () => {
  source()
    .when(create(rowSet('d1', ['id'])))
    .thenRejected('invalid-request')
  source(...made)
    .when(change({ roles: { reportingColumn: 'price' } }))
    .thenRejected('invalid-request')
  source(...made)
    .when(change({ set: rowSet('d2', ['headline']) }))
    .thenRejected('invalid-request')
})
test('new rows are a new version; the same rows are none', () => {
  source(...made)
    .when(change({ set: rowSet('d2') }))
    .then(assetSourceLoaded(2, rowSet('d2')))
  source(...made)
    .when(change({ set: rowSet('d1') }))
    .thenNothing()
})
test('name and roles change; an empty text takes a role', () => {
  source(...made)
    .when(change({ assetSourceName: 'Summer products', roles: { reportingColumn: 'headline' } }))
    .then(assetSourceChanged)
  source(...made, assetSourceChanged)
    .when(change({ assetSourceName: 'Spring products', roles: { reportingColumn: '' } }))
    .then({
      type: 'AssetSourceChanged',
      data: { assetSourceName: 'Spring products', roles: { assetKeyColumn: 'sku' }, at },
    })
})
test('without an earlier version there is nothing to roll back to', () =>
  source(...made)
    .when({ kind: 'RollBack', at })
    .thenRejected('no-such-version'))
test('an earlier version is served again, and the next load has a number of its own', () => {
  const two = [...made, assetSourceLoaded(2, rowSet('d2'))]
  source(...two)
    .when({ kind: 'RollBack', at })
    .then(assetSourceRolledBack)
  source(...two, assetSourceRolledBack)
    .when({ kind: 'RollBack', version: 1, at })
    .thenNothing()
  source(...two, assetSourceRolledBack)
    .when(change({ set: rowSet('d3') }))
    .then(assetSourceLoaded(3, rowSet('d3')))
})
test('five versions are kept', () => {
  const loads = [2, 3, 4, 5, 6].map(version => assetSourceLoaded(version, rowSet(`d${version}`)))
  source(...made, ...loads)
    .when({ kind: 'RollBack', version: 1, at })
    .thenRejected('no-such-version')
  source(...made, ...loads)
    .when({ kind: 'RollBack', version: 2, at })
    .then({ type: 'AssetSourceRolledBack', data: { version: 2, at } })
})
test('a version that lacks a column in use cannot be served', () =>
  source(
    assetSourceCreated,
    assetSourceLoaded(1, rowSet('d1', ['sku'])),
    assetSourceLoaded(2, rowSet('d2')),
    assetSourceChanged,
  )
    .when({ kind: 'RollBack', at })
    .thenRejected('no-such-version'))
const ofFeed = {
  ...assetSourceCreated,
  data: { ...assetSourceCreated.data, assetSourceType: 'feed' },
} as AssetSourceEvent
/** The source has this variant column from now on. */
const variantsIn = (assetVariantColumn?: string): AssetSourceEvent => {
  const roles = { assetKeyColumn: 'sku', ...(assetVariantColumn === undefined ? {} : { assetVariantColumn }) }
  return { type: 'AssetSourceChanged', data: { assetSourceName: 'Spring products', roles, at } }
}
test('rows that were read by another variant column are not served again, until the source has that column again', () => {
  const changed = [ofFeed, assetSourceLoaded(), variantsIn('headline'), assetSourceLoaded(2, rowSet('d2'))]
  source(...changed)
    .when({ kind: 'RollBack', at })
    .thenRejected('no-such-version')
  source(...changed, variantsIn())
    .when({ kind: 'RollBack', at })
    .then(assetSourceRolledBack)
})
test('the same rows, read by another variant column, are a new version', () => {
  const load = { kind: 'LoadRows', set: rowSet(), at } as const
  source(ofFeed, assetSourceLoaded()).when(load).thenNothing()
  source(ofFeed, assetSourceLoaded(), variantsIn('headline')).when(load).then(assetSourceLoaded(2, rowSet()))
})

test('a label is given once and removed once', () => {
  const add = { kind: 'AddLabel', label: 'spring', at } as const
  labels().when(add).then(assetSourceLabelled())
  labels(assetSourceLabelled()).when(add).thenNothing()
  labels(assetSourceLabelled())
    .when({ ...add, kind: 'RemoveLabel' })
    .then(assetSourceUnlabelled)
  labels()
    .when({ ...add, kind: 'RemoveLabel' })
    .thenNothing()
})
test('a source has at most 50 labels', () => {
  const fifty = Array.from({ length: 50 }, (_, n) => assetSourceLabelled(`label ${n}`))
  labels(...fifty)
    .when({ kind: 'AddLabel', label: 'one more', at })
    .thenRejected('invalid-request')
})

test.run()
