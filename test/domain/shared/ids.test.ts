import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assetId, assetOfId } from '../../../src/domain/assets/asset-id.ts'
import { classicCampaignId, classicCampaignOfId } from '../../../src/domain/campaigns/classic-campaign-id.ts'
import { mediaChannelId, mediaChannelOfId } from '../../../src/domain/media-channels/media-channel-id.ts'
import { idOfMediaPlan, mediaPlanOfId } from '../../../src/domain/media-plans/media-plan-id.ts'
import { adServerOfId, idOfAdServer } from '../../../src/domain/provisioning/ad-server-id.ts'
import { templateCampaignId, templateCampaignOfId } from '../../../src/domain/provisioning/template-campaign-id.ts'
import { idOfQueue, queueOfId } from '../../../src/domain/queues/queue-id.ts'
import { idOfExternalId } from '../../../src/domain/retail-campaigns/external-id.ts'

const owner = fc.stringMatching(/^[a-z0-9-]{1,20}$/)
const number = fc.nat({ max: Number.MAX_SAFE_INTEGER })

const numbered = (there: (owner: string, n: number) => string, back: (id: string) => object, ...names: string[]) =>
  fc.assert(
    fc.property(owner, number, (o, n) => assert.equal(back(there(o, n)), { [names[0]!]: o, [names[1]!]: n })),
    { numRuns: 50 },
  )
const named = (there: (owner: string, name: string) => string, back: (id: string) => object, ...names: string[]) =>
  fc.assert(
    fc.property(owner, fc.string(), (o, s) => assert.equal(back(there(o, s)), { [names[0]!]: o, [names[1]!]: s })),
    { numRuns: 50 },
  )

test('an id leads back to what it was made of', () => {
  numbered(classicCampaignId, classicCampaignOfId, 'accountId', 'campaignId')
  numbered(mediaChannelId, mediaChannelOfId, 'orgId', 'mediaChannelIdx')
  numbered(idOfMediaPlan, mediaPlanOfId, 'accountId', 'mediaPlanId')
  numbered(templateCampaignId, templateCampaignOfId, 'accountId', 'templateCampaignIdx')
  named(idOfAdServer, adServerOfId, 'orgId', 'adServerId')
  named(assetId, assetOfId, 'accountId', 'path')
  named(idOfQueue, queueOfId, 'accountId', 'queueId')
})

test('ids are those of the streams that releases before wrote', () => {
  assert.is(mediaChannelId('fernhollow', 3), 'fernhollow:3')
  assert.is(assetId('acme', 'brand/logo.png'), 'acme:brand/logo.png')
  assert.match(idOfExternalId('acme', 'order 7: spring'), /^acme:[0-9a-f]{64}$/)
})

test.run()
