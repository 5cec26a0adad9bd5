import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { documentsOf, heldBytes, ofExports, ofRows } from '../../../projections/storage/held-bytes.ts'
import {
  assetSourceCreated,
  assetSourceLoaded,
  rowSet,
  sourceRowsDropped,
  viewsDropped,
  viewsUploaded,
} from '../../support/examples/asset-sources.ts'
import { assetStored } from '../../support/examples/assets.ts'
import {
  exportCompleted,
  exportFileDropped,
  exportMadeAvailable,
  exportOfTwelve,
  exportStarted,
} from '../../support/examples/exports.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const stored = (accountId: string, path: string, size: number) =>
  inStream(`library-asset-${accountId}:${path}`, [assetStored({ accountId, path, size })])
const loaded = (version: number, bytes: number) => assetSourceLoaded(version, { ...rowSet(`d${version}`), bytes })

test('every file of a library counts, the same bytes at each path', () =>
  givenEvents(heldBytes)(
    ...stored('acme', 'a.png', 3),
    ...stored('other-2', 'a.png', 5),
    ...stored('acme', 'b.png', 3),
  ).then({
    'acme:library': { accountId: 'acme', bytes: 6 },
    'other-2:library': { accountId: 'other-2', bytes: 5 },
  }))

test('rows count until their file is deleted, not only while they are kept', () => {
  const loads = [10, 20, 30, 40, 50, 60, 70].map((bytes, i) => loaded(i + 1, bytes))
  const source = inStream('asset-source-acme:12', [assetSourceCreated, ...loads])
  givenEvents(heldBytes)(...source).thenIn('acme:rows:12', { bytes: 280 })
  const dropped = (version: number) => inStream('source-rows-acme:12', [sourceRowsDropped(version)])
  givenEvents(heldBytes)(...source, ...dropped(1), ...dropped(2)).thenIn('acme:rows:12', {
    bytes: 250,
    rows: { 'acme:12': { first: 3, sizes: [30, 40, 50, 60, 70] } },
  })
})

test('sources that share a document do not mix, and view events are counted beside the rows', () => {
  const views = inStream('source-views-acme:12', [viewsUploaded('v1'), viewsUploaded('v2'), viewsDropped('v1')])
  const { bytes } = viewsUploaded('v2').data.set
  givenEvents(heldBytes)(
    ...inStream('asset-source-acme:12', [assetSourceCreated, loaded(1, 10)]),
    ...inStream('asset-source-acme:44', [assetSourceCreated, loaded(1, 7), loaded(2, 8)]),
    ...inStream('source-rows-acme:44', [sourceRowsDropped(1)]),
    ...views,
  ).thenIn('acme:rows:12', {
    bytes: 18 + bytes,
    rows: { 'acme:12': { first: 1, sizes: [10] }, 'acme:44': { first: 2, sizes: [8] } },
  })
})

test('the ZIP of an export counts once until it is deleted', () => {
  const made = [exportStarted(), exportCompleted({ zip: 'z1', size: 5 }), exportMadeAvailable({ zip: 'z2', size: 7 })]
  const again = exportMadeAvailable({ zip: 'z2', size: 7 })
  const stream = `export-${exportOfTwelve}`
  givenEvents(heldBytes)(...inStream(stream, [...made, again])).thenIn('acme:exports:12', { bytes: 12 })
  givenEvents(heldBytes)(...inStream(stream, [...made, exportFileDropped('z1'), exportFileDropped('z1')])).thenIn(
    'acme:exports:12',
    { accountId: 'acme', bytes: 7, files: { [exportOfTwelve]: { z2: 7 } } },
  )
})

test('all documents of an account are known, whatever the numbers of its sources and campaigns', () => {
  const known = new Set(documentsOf('acme'))
  for (const number of [1, 31, 32, 33, 1_000_003])
    assert.ok(known.has(ofRows('acme', number)) && known.has(ofExports('acme', number)), `${number}`)
})

test.run()
