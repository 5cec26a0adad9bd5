import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assetId, assetOfId } from '../../../src/domain/assets/asset-id.ts'
import { mediaChannelId } from '../../../src/domain/media-channels/media-channel-id.ts'
import { idOfExternalId } from '../../../src/domain/retail-campaigns/external-id.ts'

const owner = fc.stringMatching(/^[a-z0-9-]{1,20}$/)

test('the id of a file leads back to its account and path', () => {
  fc.assert(
    fc.property(owner, fc.string(), (accountId, path) =>
      assert.equal(assetOfId(assetId(accountId, path)), { accountId, path }),
    ),
    { numRuns: 50 },
  )
})

test('ids are those of the streams that releases before wrote', () => {
  assert.is(mediaChannelId('fernhollow', 3), 'fernhollow:3')
  assert.is(assetId('acme', 'brand/logo.png'), 'acme:brand/logo.png')
  assert.match(idOfExternalId('acme', 'order 7: spring'), /^acme:[0-9a-f]{64}$/)
})

test.run()
