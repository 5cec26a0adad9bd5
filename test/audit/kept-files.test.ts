import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { keptFiles } from '../../src/audit/verify/kept-files.ts'
import {
  assetSourceCreated,
  assetSourceLoaded,
  rowSet,
  viewsDropped,
  viewsUploaded,
} from '../support/examples/asset-sources.ts'
import {
  workflowCompleted,
  workflowFailed,
  workflowInitiated,
  workflowRetried,
  workflowTerminated,
} from '../support/examples/templates.ts'
import { inStream } from '../support/given/projection.ts'

const named = (...events: ReturnType<typeof inStream>) => {
  const files = keptFiles()
  return { areRows: events.map(files.add), files: files.named().map(([blob, where]) => `${blob} ${where}`) }
}

test('the files of the last five versions of each source are kept', () => {
  const loads = [1, 2, 3, 4, 5, 6].map(version => assetSourceLoaded(version, rowSet(`d${version}`)))
  const { areRows, files } = named(
    ...inStream('asset-source-acme:12', [assetSourceCreated, ...loads]),
    ...inStream('asset-source-acme:13', [assetSourceLoaded(1, rowSet('other'))]),
  )
  assert.equal(areRows, [false, true, true, true, true, true, true, true])
  assert.equal(files, [
    ...[2, 3, 4, 5, 6].map(n => `blob-of-d${n} asset-source-acme:12@${n}`),
    'blob-of-other asset-source-acme:13@0',
  ])
})

test('of uploaded view events the last file is kept, and one that was deleted is not missed', () => {
  const { areRows, files } = named(
    ...inStream('source-views-acme:12', [viewsUploaded('v1'), viewsUploaded('v2'), viewsDropped('v1')]),
  )
  assert.equal(areRows, [true, true, true])
  assert.equal(files, ['blob-of-v2 source-views-acme:12@1'])
})

test('what a generation was started with may be gone once it has ended without templates, and not if it is tried again', () => {
  const started = workflowInitiated({ sources: [{ kind: 'psd', blob: 'p'.repeat(64), bytes: 3 }] })
  const stream = 'template-workflow-acme:spring'
  const kept = [`${'p'.repeat(64)} ${stream}@0`]
  const filesAfter = (...events: Parameters<typeof inStream>[1]) =>
    named(...inStream(stream, [started, ...events])).files
  assert.equal(filesAfter(workflowCompleted), kept)
  assert.equal(filesAfter(workflowTerminated), [])
  assert.equal(filesAfter(workflowFailed), [])
  assert.equal(filesAfter(workflowFailed, workflowRetried), kept)
})

test.run()
