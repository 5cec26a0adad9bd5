import { test } from 'uvu'
import { cloudServices } from '../../../projections/cloud/cloud-services.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const at = '2026-05-01T10:00:00.000Z'
const service = {
  accountId: 'acme',
  serviceId: 7,
  name: 'Pictures',
  serviceType: 'S3Compatible',
  rootDir: 'https://s3.example.com/bucket/spring',
  root: { serviceType: 'S3Compatible', origin: 'https://s3.example.com', bucket: 'bucket', prefix: 'spring' },
  secretId: 'secret:1',
}
const configured = { type: 'CloudServiceConfigured', data: { ...service, at } }
const renamed = { type: 'CloudServiceRenamed', data: { name: 'Photographs', at } }
const rekeyed = { type: 'CloudServiceRekeyed', data: { secretId: 'secret:2', at } }
const removed = { type: 'CloudServiceRemoved', data: { at } }
const stream = 'cloud-service-acme:7'

test('a service has its latest name and credentials', () =>
  givenEvents(cloudServices)(...inStream(stream, [configured, renamed, rekeyed])).thenIn('acme:7', {
    accountId: 'acme',
    id: 7,
    name: 'Photographs',
    secretId: 'secret:2',
  }))

test('a deleted service is removed', () =>
  givenEvents(cloudServices)(...inStream(stream, [configured, removed])).then({}))

test.run()
