import { test } from 'uvu'
import { cloudCopiesToDo } from '../../../projections/cloud/cloud-copies-to-do.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const at = '2026-05-01T10:00:00.000Z'
const request = { accountId: 'acme', serviceId: 7, queueId: 'cloud-copy-7-1', path: '', files: ['a.png'], folders: [] }
const asked = inStream('cloud-service-acme:7', [
  { type: 'CloudCopyRequested', data: { ...request, digest: 'd', ended: [], at } },
])
const worked = (...events: { type: string; data: object }[]) => inStream('cloud-copy-acme:cloud-copy-7-1', events)
const begun = { total: 0, done: 0, failed: 0, faults: [], cursor: { source: 0 } }
const started = { type: 'CloudCopyProgressed', data: { ...begun, attempt: 1, at } }
const completed = { type: 'CloudCopyCompleted', data: { total: 1, done: 1, failed: 0, faults: [], at } }

test('a copy is due once requested, with the request as its cause', () => {
  const { documents } = givenEvents(cloudCopiesToDo)(...asked)
  const item = documents['acme:cloud-copy-7-1']
  if (item?.todo !== 'open' || item.cause?.eventId !== asked[0]?.id) throw new Error(JSON.stringify(item))
})

test('a copy is due until it ends, and done when every file was tried', () => {
  givenEvents(cloudCopiesToDo)(...asked, ...worked(started)).thenIn('acme:cloud-copy-7-1', {
    todo: 'open',
    attempt: 0,
  })
  givenEvents(cloudCopiesToDo)(...asked, ...worked(started, completed)).thenIn('acme:cloud-copy-7-1', { todo: 'done' })
})

test('a cancelled copy is done, whether or not a worker had started it', () => {
  const cancelled = { type: 'CloudCopyCancelled', data: { at } }
  for (const events of [[cancelled], [started, cancelled]])
    givenEvents(cloudCopiesToDo)(...asked, ...worked(...events)).thenIn('acme:cloud-copy-7-1', { todo: 'done' })
})

test.run()
