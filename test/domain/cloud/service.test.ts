import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cloudService, queueIdOf, wasRequested } from '../../../src/domain/cloud/service.ts'
import type { CloudServiceEvent } from '../../../src/domain/cloud/service-events.ts'
import { given } from '../../support/given/decider.ts'

const test = suite('cloud services')
const one = given(cloudService)
const at = '2026-05-01T10:00:00.000Z'
const data = {
  accountId: 'acme',
  serviceId: 7,
  name: 'Studio',
  serviceType: 'AmazonS3' as const,
  rootDir: 'https://s3.amazonaws.com/acme',
  root: { serviceType: 'AmazonS3' as const, bucket: 'acme', prefix: '' },
  secretId: 'secret:1',
  at,
}
const configured: CloudServiceEvent = { type: 'CloudServiceConfigured', data }
const removed: CloudServiceEvent = { type: 'CloudServiceRemoved', data: { at } }
const request = { path: 'spring', files: ['b.png', 'a.png'], folders: ['x'] }
const requested = (n: number, ended: string[] = []): CloudServiceEvent => {
  const decided = cloudService.decide({ kind: 'RequestCopy', ...request, ended: [], at }, one(configured).state)
  const [first] = E.isRight(decided) ? decided.right : []
  if (first?.type !== 'CloudCopyRequested') throw new Error('no copy was requested')
  return { type: 'CloudCopyRequested', data: { ...first.data, queueId: `cloud-copy-7-${n}`, ended } }
}

test('a service is created once, renamed only to a different name, and not found after its removal', () => {
  one()
    .when({ kind: 'Configure', ...data })
    .then(configured)
  one(configured)
    .when({ kind: 'Configure', ...data })
    .thenNothing()
  one(configured).when({ kind: 'Update', name: 'Studio', at }).thenNothing()
  one(configured)
    .when({ kind: 'Update', name: 'Other', secretId: 'secret:2', at })
    .thenTypes('CloudServiceRenamed', 'CloudServiceRekeyed')
  one(configured).when({ kind: 'Remove', ended: [], at }).then(removed)
  for (const history of [[], [configured, removed]]) {
    one(...history)
      .when({ kind: 'Update', name: 'Other', at })
      .thenRejected('not-found')
    one(...history)
      .when({ kind: 'Remove', ended: [], at })
      .thenRejected('not-found')
    one(...history)
      .when({ kind: 'RequestCopy', ...request, ended: [], at })
      .thenRejected('not-found')
  }
})

test('a service with a running copy is not removed', () => {
  one(configured, requested(1)).when({ kind: 'Remove', ended: [], at }).thenRejected('copy-running')
  one(configured, requested(1))
    .when({ kind: 'Remove', ended: ['cloud-copy-7-1'], at })
    .then(removed)
  one(configured, requested(2, ['cloud-copy-7-1']))
    .when({ kind: 'Remove', ended: ['cloud-copy-7-2'], retried: ['cloud-copy-7-1'], at })
    .thenRejected('copy-running')
})

test('a repeated request joins the running copy, in any order of files', () => {
  const running = one(configured, requested(1))
  running.when({ kind: 'RequestCopy', ...request, ended: [], at }).thenNothing()
  running.when({ kind: 'RequestCopy', ...request, files: ['a.png', 'b.png'], ended: [], at }).thenNothing()
  running.when({ kind: 'RequestCopy', ...request, files: ['a.png'], ended: [], at }).thenTypes('CloudCopyRequested')
  assert.is(queueIdOf(running.state, request), 'cloud-copy-7-1')
})

test('after its copy has ended, the same request starts a new copy with a new queue id', () => {
  const again = requested(2, ['cloud-copy-7-1'])
  one(configured, requested(1))
    .when({ kind: 'RequestCopy', ...request, ended: ['cloud-copy-7-1'], at })
    .then(again)
  assert.is(queueIdOf(one(configured, requested(1), again).state, request), 'cloud-copy-7-2')
})

test('only queue ids that the service handed out are its copies', () => {
  const { state } = one(configured, requested(1), requested(2))
  if (state.status !== 'configured') return assert.unreachable(state.status)
  for (const queueId of ['cloud-copy-7-1', 'cloud-copy-7-2']) assert.ok(wasRequested(state, queueId), queueId)
  for (const queueId of ['cloud-copy-7-3', 'cloud-copy-7-0', 'cloud-copy-8-1', 'cloud-copy-7-1x', 'export-7-1', '1'])
    assert.not.ok(wasRequested(state, queueId), queueId)
})

test.run()
