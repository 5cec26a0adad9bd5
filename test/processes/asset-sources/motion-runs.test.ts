import * as assert from 'uvu/assert'
import { assetSource } from '../../../src/domain/asset-sources/asset-source.ts'
import { mostFilmBytes } from '../../../src/domain/asset-sources/motion-faults.ts'
import { asset } from '../../../src/domain/assets/asset.ts'
import { writeRows } from '../../../src/rows/write-rows.ts'
import { campaignInLog, saveCreative } from '../../support/memory/campaign-in-log.ts'
import { fakeRenderer } from '../../support/memory/fakes.ts'
import { eventsOf } from '../../support/memory/log.ts'
import {
  createSource,
  film,
  inColumns,
  pathOf,
  rendered,
  served,
  stateOf,
  timeIn,
  workedOn,
} from '../../support/memory/motion-in-log.ts'
import { processSuite } from '../../support/memory/process-suite.ts'

const test = processSuite('motion runs')

test('each creative is a row with a film of each ad unit; an ad unit is rendered once for two columns (SOURCE-10)', async ({
  stop,
}) => {
  const { nodes, jobs } = workedOn(stop)
  await campaignInLog(nodes, ['<p>{{headline}}</p>', '<b>{{headline}}</b>', '<i>{{headline}}</i>'], ['pot', 'can'])
  await createSource(nodes)
  const end = await rendered(nodes, inColumns({ film: 1, again: 1, headline: 2 }))
  assert.is(end.type, 'MotionRunCompleted')
  assert.equal(await served(nodes), {
    columns: ['creativeName', 'headline', 'film', 'again'],
    rows: ['can', 'pot'].map(name => [name, pathOf(`<b>${name}</b>`), film(name), film(name)]),
  })
  // films are rendered side by side, in whatever order their templates are read
  assert.equal(
    jobs.map(({ label, format, scale }) => [label, format, scale]).sort(),
    ['can', 'pot'].flatMap(name => [1, 2].map(unit => [`${name} in Unit ${unit}`, 'mp4', 1])),
  )
  const stored = eventsOf(nodes.log, asset).map(({ data: { contentType, path } }) => [
    contentType,
    `/assets/acme/${path}`,
  ])
  assert.equal(stored.length, 4)
  assert.ok(stored.some(([type, path]) => type === 'video/mp4' && path === film('can')))
})

test('a run whose films and rows are stored already needs no room of a full account', async ({ stop }) => {
  const { nodes } = workedOn(stop)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'])
  await createSource(nodes)
  await rendered(nodes, inColumns({ film: 1 }))
  Object.assign(nodes.ports, { config: { ...nodes.ports.config, storageLimit: 1 } })
  assert.is((await rendered(nodes, inColumns({ film: 1 }))).type, 'MotionRunCompleted')
  await saveCreative(nodes, 'can', { headline: 'can' })
  const { faults } = (await rendered(nodes, inColumns({ film: 1 }))).data
  assert.equal(
    faults.map(({ item, code }) => [item, code]),
    [['can / Unit 1 80x40', 'storage-full']],
  )
})

test('rows of another source get the films of the creative that their key names, whatever their variant', async ({
  stop,
}) => {
  const { nodes, blobs, jobs } = workedOn(stop)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot', 'can'])
  const rows = [
    ['pot', 'red', '1'],
    ['lamp', 'red', '2'],
    ['pot', 'blue', '3'],
  ]
  const at = timeIn(nodes)
  await nodes.does(assetSource, 'acme:5', {
    kind: 'CreateSource',
    accountId: 'acme',
    assetSourceId: 5,
    assetSourceType: 'inline',
    assetSourceName: 'Products',
    roles: { assetKeyColumn: 'sku', assetVariantColumn: 'colour' },
    set: await writeRows(blobs, ['sku', 'colour', 'price'], rows),
    at,
  })
  await createSource(nodes, 'sku')
  const end = await rendered(nodes, inColumns({ film: 1 }, { assetSourceId: 5 }))
  assert.equal((await served(nodes)).rows, [
    ['pot', 'red', '1', film('pot')],
    ['pot', 'blue', '3', film('pot')],
  ])
  assert.equal((await stateOf(nodes)).roles, { assetKeyColumn: 'sku', assetVariantColumn: 'colour' })
  assert.equal([end.data.total, end.data.failed], [2, 1])
  assert.equal(end.data.faults, [
    { item: 'can', code: 'row-missing', detail: 'the asset source has no row with this key' },
  ])
  assert.is(jobs.length, 1, 'no film is rendered for a creative without a row')
})

test('a row is left out if any of its films is missing, and the film is named', async ({ stop }) => {
  const renderer = fakeRenderer(job =>
    job.label === 'pot in Unit 2'
      ? { code: 'script-error', detail: 'x is not defined' }
      : { bytes: Buffer.from(job.html), missing: [] },
  )
  const { nodes } = workedOn(stop, renderer)
  await campaignInLog(nodes, ['<p>{{headline}}</p>', '<b>{{headline}}</b>'], ['pot', 'can'])
  await createSource(nodes)
  const end = await rendered(nodes, inColumns({ film: 1, tall: 2 }))
  assert.equal(
    (await served(nodes)).rows.map(([name]) => name),
    ['can'],
  )
  assert.equal([end.data.total, end.data.failed], [4, 1])
  assert.equal(end.data.faults, [{ item: 'pot / Unit 2 80x40', code: 'script-error', detail: 'x is not defined' }])
})

test('when no film can be rendered the run fails, with the first 100 films, and the rows before stay', async ({
  stop,
}) => {
  let isBroken = false
  const renderer = fakeRenderer(job =>
    isBroken ? { code: 'script-error', detail: 'é'.repeat(5_000) } : { bytes: Buffer.from(job.html), missing: [] },
  )
  const { nodes } = workedOn(stop, renderer)
  const names = Array.from({ length: 101 }, (_, n) => `creative ${n}`)
  await campaignInLog(nodes, ['<p>{{headline}}</p>', '<b>{{headline}}</b>'], names)
  await createSource(nodes)
  await rendered(nodes)
  const before = await stateOf(nodes)
  isBroken = true
  const end = await rendered(nodes, inColumns({ film: 2 }))
  assert.is(end.type === 'MotionRunFailed' && end.data.code, 'no-films')
  assert.match(end.type === 'MotionRunFailed' ? end.data.reason : '', '101 films of 101')
  assert.equal([end.data.failed, end.data.faults.length], [101, 100])
  assert.equal(await stateOf(nodes), before)
})

test('the same films are no new version, and those of a changed creative are', async ({ stop }) => {
  const { nodes, jobs } = workedOn(stop)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot', 'can'])
  await createSource(nodes)
  await rendered(nodes)
  await rendered(nodes)
  assert.equal([(await stateOf(nodes)).serving, jobs.length], [1, 2])
  await saveCreative(nodes, 'can', { headline: 'Bloom' })
  await rendered(nodes)
  assert.equal([(await stateOf(nodes)).serving, jobs.length], [2, 3])
  assert.is((await served(nodes)).rows[0]?.[2], film('Bloom'))
})

test('a film that is too large, and one whose path holds another file, are faults of these films', async ({ stop }) => {
  const renderer = fakeRenderer(job => ({
    bytes: job.label.startsWith('pot') ? Buffer.alloc(mostFilmBytes + 1) : Buffer.from(job.html),
    missing: [],
  }))
  const { nodes } = workedOn(stop, renderer)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot', 'can', 'lamp'])
  const path = film('can').replace('/assets/acme/', '')
  const other = { accountId: 'acme', path, sha256: 'other', size: 1, contentType: 'video/mp4', at: timeIn(nodes) }
  await nodes.does(asset, `acme:${path}`, other)
  await createSource(nodes)
  const end = await rendered(nodes)
  assert.equal(
    end.data.faults.map(({ item, code }) => `${item} ${code}`),
    ['can / Unit 1 80x40 asset-path-taken', 'pot / Unit 1 80x40 too-large'],
  )
  assert.equal(
    (await served(nodes)).rows.map(([name]) => name),
    ['lamp'],
  )
})

test.run()
