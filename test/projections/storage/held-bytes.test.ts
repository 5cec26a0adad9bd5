import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  documentsOf,
  heldBytes,
  ofExports,
  ofGenerated,
  ofRows,
  ofSnapshots,
} from '../../../projections/storage/held-bytes.ts'
import { membersOf } from '../../../src/audit/members.ts'
import { activationCompleted, activationRequested } from '../../support/examples/activation.ts'
import {
  assetSourceCreated,
  assetSourceLoaded,
  rowSet,
  sourceRowsDropped,
  viewsDropped,
  viewsUploaded,
} from '../../support/examples/asset-sources.ts'
import { assetStored } from '../../support/examples/assets.ts'
import { everyEvent } from '../../support/examples/every-event.ts'
import {
  exportCompleted,
  exportFileDropped,
  exportMadeAvailable,
  exportOfTwelve,
  exportStarted,
} from '../../support/examples/exports.ts'
import { templateCampaignConfigured } from '../../support/examples/provisioning.ts'
import {
  brandRead,
  conversationOpened,
  regenerationRequested,
  secondVersion,
  templateComposed,
  versionCreated,
  workflowFailed,
  workflowInitiated,
  workflowSourcesDeleted,
} from '../../support/examples/templates.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const stored = (accountId: string, path: string, size: number) =>
  inStream(`library-asset-${accountId}:${path}`, [assetStored({ accountId, path, size })])
/** Events that name files which others have counted: copies of a template's HTML, and what runs read. */
const namesOnly: readonly string[] = [
  'AssetSourceViewsDropped',
  'ConversationOpened',
  'DspExportStarted',
  'ExportArchived',
  'ExportFileDropped',
  // of a version: HTML that the caller sent has a size
  'RegenerationRequested',
  'RetailCampaignCreated',
  // of a workflow: what an edit made has a size
  'TemplateVersionCreated',
]
const names = (data: unknown): boolean =>
  [...membersOf(data)].some(([name]) => /^(sha256|[a-z]+Sha256|snapshot|blob|zip)$/.test(name))
const hasSize = (data: unknown): boolean => /"(?:bytes|size|htmlBytes)":/.test(JSON.stringify(data))
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
    for (const idOf of [ofRows, ofExports, ofSnapshots])
      assert.ok(known.has(idOf('acme', number)), `${idOf.name} ${number}`)
  for (const name of ['spring', 'summer', 'x'.repeat(128)]) assert.ok(known.has(ofGenerated(`acme:${name}`)), name)
})

test('what a generation was started with counts until it is deleted, and what it made for ever', () => {
  const stream = 'acme:spring'
  const [doc, design] = ['d'.repeat(64), 'e'.repeat(64)]
  const started = workflowInitiated({
    sources: [
      { kind: 'document', blob: doc, bytes: 100 },
      { kind: 'psd', blob: design, bytes: 1_000 },
    ],
  })
  const made = [started, brandRead({ bytes: 10 }), templateComposed(300, 250, { bytes: 1 }), workflowFailed]
  const events = inStream(`template-workflow-${stream}`, made)
  givenEvents(heldBytes)(...events).thenIn(ofGenerated(stream), { accountId: 'acme', bytes: 1_111 })
  const deleted = inStream(`template-workflow-${stream}`, [...made, workflowSourcesDeleted([doc, design])])
  givenEvents(heldBytes)(...deleted).thenIn(ofGenerated(stream), { bytes: 11 })
})

test('HTML of template campaigns, conversations and snapshots count once', () => {
  const units = ['a', 'b', 'a'].map((name, i) => ({
    ...{ adUnitId: i + 1, adUnitName: name, dimension: '300x250', htmlSha256: name.repeat(64) },
  }))
  const saved = templateCampaignConfigured({ adUnits: units, htmlBytes: [5, 7, 5] })
  givenEvents(heldBytes)(...inStream('template-campaign-acme:3', [saved, saved])).thenIn(ofGenerated('acme:3'), {
    bytes: 12,
  })
  const edits = [regenerationRequested({ baseSha256: 'f'.repeat(64), bytes: 3 }), secondVersion({ bytes: 4 })]
  const key = 'acme:spring-300x250'
  givenEvents(heldBytes)(
    ...inStream(`template-conversation-${key}`, [conversationOpened(), versionCreated(), ...edits]),
  ).thenIn(ofGenerated(key), { bytes: 7 })
  const live = [activationRequested(), activationCompleted({ snapshot: 's'.repeat(64), bytes: 9 })]
  givenEvents(heldBytes)(...inStream('activation-acme:12', live)).thenIn('acme:snapshots:12', { bytes: 9 })
})

test('every event that names a file which is kept says how many bytes it has, or names one that is counted already', () => {
  const others = everyEvent.flatMap(({ type, data }) => (names(data) && !hasSize(data) ? [type] : []))
  assert.equal([...new Set(others)].sort(), namesOnly)
})

test.run()
