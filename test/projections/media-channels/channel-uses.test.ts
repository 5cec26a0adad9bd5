import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { channelUses, useOf } from '../../../projections/media-channels/channel-uses.ts'
import type { ActivationEvent } from '../../../src/domain/activation/events.ts'
import type { RetailCampaignEvent } from '../../../src/domain/retail-campaigns/retail-campaign.ts'
import { documentAfter, recorded } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'
const campaign = (event: RetailCampaignEvent) => recorded('retail-campaign-acme:12', event)
const run = (event: ActivationEvent) => recorded('activation-acme:12', event)
const created = (mediaChannelIdx?: number) =>
  campaign({
    type: 'RetailCampaignCreated',
    data: {
      campaign: {
        accountId: 'acme',
        retailCampaignIdx: 12,
        retailCampaignName: 'Spring',
        templateCampaignIdx: 4,
        assetSourceType: 'uploadAsset',
        dataServiceId: 1,
        adUnits: [],
        ...(mediaChannelIdx === undefined ? {} : { mediaChannelIdx }),
      },
      contentHash: 'c',
      at,
    },
  })
const renamed = (mediaChannelIdx: number | null) =>
  campaign({ type: 'RetailCampaignUpdated', data: { changes: { mediaChannelIdx }, contentHash: 'c', at } })
const requested = (mediaChannelIdx?: number) =>
  run({
    type: 'ActivationRequested',
    data: {
      run: 1,
      contentHash: 'c',
      trackerTypes: [],
      at,
      ...(mediaChannelIdx === undefined
        ? {}
        : { channel: { mediaChannelIdx, tagGeneration: true, creativeGeneration: true } }),
    },
  })
const ended = run({ type: 'CampaignEnded', data: { reason: 'request', at } })
const uses = (...events: Parameters<typeof documentAfter>[1][]) => {
  const { mediaChannelIdx, use, activatedOn, status } = documentAfter(channelUses, ...events) ?? {}
  return { mediaChannelIdx, use, activatedOn, status }
}

test('a campaign uses the channel in its current settings', () => {
  assert.equal(uses(created()), { mediaChannelIdx: undefined, use: undefined, activatedOn: undefined, status: 'NEW' })
  const named = { mediaChannelIdx: 3, use: useOf('acme', 4, 3), activatedOn: undefined, status: 'NEW' }
  assert.equal(uses(created(3)), named)
  assert.equal(uses(created(2), renamed(3)), named)
  assert.equal(uses(created(3), renamed(null)), uses(created()))
})
test('an activated campaign uses its channel until the next activation or its end, even if its settings change', () => {
  const running = { mediaChannelIdx: 5, use: useOf('acme', 4, 5), activatedOn: 3, status: 'IN_PROGRESS' }
  assert.equal(uses(created(3), requested(3), renamed(5)), running)
  assert.is(uses(created(3), requested(3), renamed(5), requested(5)).activatedOn, 5)
  assert.is(uses(created(3), requested(3), requested()).activatedOn, undefined)
  assert.is(uses(created(3), requested(3), ended).status, 'ENDED')
})

test.run()
