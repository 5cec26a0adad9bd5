import { test } from 'uvu'
import { apiKeys } from '../../../projections/keys/api-keys.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const grant = {
  keyId: 'abcdefgh',
  sealedOwner: 'sealed-shop',
  hash: 'h1',
  accounts: ['acme', 'other'],
  organisations: ['org1'],
  permissions: ['Campaigns_View'],
  createdAt: '2026-05-01T10:00:00.000Z',
}
const issued = { type: 'ApiKeyIssued', data: grant }
const reaches = { acme: 'yes', other: 'yes' }

test('an issued key is found by id and listed for each of its accounts', () =>
  givenEvents(apiKeys)(...inStream('api-key-abcdefgh', [issued])).then({ abcdefgh: { grant, reaches } }))
test('a revoked key has the time of revocation', () =>
  givenEvents(apiKeys)(
    ...inStream('api-key-abcdefgh', [issued, { type: 'ApiKeyRevoked', data: { at: '2026-06-01T00:00:00.000Z' } }]),
  ).then({ abcdefgh: { grant, reaches, revokedAt: '2026-06-01T00:00:00.000Z' } }))

test.run()
