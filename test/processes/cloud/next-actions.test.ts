import { test } from 'uvu'
import type { CloudCopyEvent } from '../../../src/domain/cloud/copy-events.ts'
import type { CloudCopyRequested } from '../../../src/domain/cloud/service-events.ts'
import { cloudCopies } from '../../../src/processes/cloud/cloud-copies.ts'
import { given } from '../../support/given/process.ts'
import { inStream } from '../../support/given/projection.ts'

const at = '2026-05-01T10:00:00.000Z'
const request = { accountId: 'acme', serviceId: 7, queueId: 'cloud-copy-7-1', path: '', files: ['a.png'], folders: [] }
const requested: CloudCopyRequested = { type: 'CloudCopyRequested', data: { ...request, digest: 'd', ended: [], at } }
const counts = { total: 9, done: 3, failed: 0, faults: [] }
const cursor = { source: 0, after: 'k' }
const progressed: CloudCopyEvent = { type: 'CloudCopyProgressed', data: { ...counts, attempt: 1, cursor, at } }
const copy = (...events: readonly CloudCopyEvent[]) =>
  given(cloudCopies)(
    ...inStream('cloud-service-acme:7', [requested]),
    ...inStream('cloud-copy-acme:cloud-copy-7-1', events),
  ).at(at)

test('a copy starts at the beginning, and continues where the last worker stopped', async () => {
  const none = { total: 0, done: 0, failed: 0, faults: [] }
  const attempts = { attempt: 0, failures: 0 }
  await copy().thenActions({ do: 'copy', before: { ...none, status: 'INITIATED', attempts } })
  await copy(progressed).thenActions({ do: 'copy', before: { ...counts, status: 'PROCESSING', attempts, cursor } })
})

test('a finished copy needs no action', () =>
  copy(progressed, { type: 'CloudCopyCompleted', data: { ...counts, at } }).thenNothing())

test.run()
