import type { CloudCopyEvent } from '../../../src/domain/cloud/copy-events.ts'
import type { CloudServiceEvent } from '../../../src/domain/cloud/service-events.ts'

type Data<N extends CloudServiceEvent['type'] | CloudCopyEvent['type']> = Extract<
  CloudServiceEvent | CloudCopyEvent,
  { type: N }
>['data']
const at = '2026-05-01T10:00:00.000Z'

export const service: Data<'CloudServiceConfigured'> = {
  accountId: 'acme',
  serviceId: 7,
  name: 'Studio',
  serviceType: 'AmazonS3',
  rootDir: 'https://s3.amazonaws.com/acme',
  root: { serviceType: 'AmazonS3', bucket: 'acme', prefix: '' },
  secretId: 'secret:1',
  at,
}
export const cloudServiceConfigured: CloudServiceEvent = { type: 'CloudServiceConfigured', data: service }
export const cloudServiceRenamed: CloudServiceEvent = { type: 'CloudServiceRenamed', data: { name: 'Archive', at } }
export const cloudServiceRekeyed: CloudServiceEvent = {
  type: 'CloudServiceRekeyed',
  data: { secretId: 'secret:2', at },
}
export const cloudServiceRemoved: CloudServiceEvent = { type: 'CloudServiceRemoved', data: { at } }
export const cloudCopyRequested = (over: Partial<Data<'CloudCopyRequested'>> = {}): CloudServiceEvent => ({
  type: 'CloudCopyRequested',
  data: {
    accountId: 'acme',
    serviceId: 7,
    queueId: 'cloud-copy-7-1',
    path: 'spring',
    files: ['a.png', 'b.png'],
    folders: ['x'],
    digest: 'd1',
    ended: [],
    at,
    ...over,
  },
})

export const copyFault = { item: 'a.png', code: 'not-found', detail: 'There is no such object.' }
export const cloudCopyStarted = (attempt: number): CloudCopyEvent => ({
  type: 'CloudCopyProgressed',
  data: { attempt, total: 0, done: 0, failed: 0, faults: [], cursor: { source: 0 }, at },
})
export const cloudCopyProgressed = (attempt: number, done: number): CloudCopyEvent => ({
  type: 'CloudCopyProgressed',
  data: { attempt, total: 9, done, failed: 1, faults: [copyFault], cursor: { source: 1, after: 'k' }, at },
})
export const cloudCopyAttemptFailed = (attempt: number): CloudCopyEvent => ({
  type: 'CloudCopyAttemptFailed',
  data: { attempt, reason: 'away', retryAt: at, at },
})
export const cloudCopyCompleted: CloudCopyEvent = {
  type: 'CloudCopyCompleted',
  data: { total: 9, done: 8, failed: 1, faults: [], at },
}
export const cloudCopyFailed: CloudCopyEvent = {
  type: 'CloudCopyFailed',
  data: { total: 9, done: 0, failed: 9, faults: [], reason: 'None of the 9 files could be copied.', at },
}
export const cloudCopyRetried: CloudCopyEvent = {
  type: 'CloudCopyRetried',
  data: { reason: 'the key was renewed', at },
}
export const cloudCopyCancelled: CloudCopyEvent = { type: 'CloudCopyCancelled', data: { at } }
