import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { retailCampaigns } from '../../../projections/retail-campaigns/retail-campaigns.ts'
import { evolveActivation } from '../../../src/domain/activation/evolve.ts'
import { notActivated } from '../../../src/domain/activation/state.ts'
import { evolveApproval, noApproval } from '../../../src/domain/approval/state.ts'
import { activationCompleted, activationRequested } from '../../support/examples/activation.ts'
import { requested } from '../../support/examples/approval.ts'
import {
  at,
  campaign,
  campaignCreated,
  campaignUpdated,
  creative,
  creativeDeleted,
  creativeSaved,
} from '../../support/examples/campaign.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const newCampaign = inStream('retail-campaign-acme:12', [campaignCreated()])
const created = campaignCreated().data

test('a new campaign has no creatives, no approval and no activation', () =>
  givenEvents(retailCampaigns)(...newCampaign).then({
    'acme:12': {
      accountId: 'acme',
      retailCampaignIdx: 12,
      retailCampaignName: 'Spring',
      approval: noApproval,
      record: {
        campaign: campaign(),
        revision: 0,
        campaignHash: created.contentHash,
        creativesHash: '',
        creatives: 0,
        missingFiles: 0,
        activation: notActivated,
        createdOn: at,
        updatedOn: at,
      },
    },
  }))
test('an update changes the settings, the hash and the revision for the ETag', () => {
  const changed = campaignUpdated({ retailCampaignName: 'Summer', endDate: '2026-06-30' }, 'h2')
  const { documents } = givenEvents(retailCampaigns)(
    ...newCampaign,
    ...inStream('retail-campaign-acme:12', [changed], 1),
  )
  const view = documents['acme:12']
  assert.equal(view?.record.campaign, campaign({ retailCampaignName: 'Summer', endDate: '2026-06-30' }))
  assert.equal(
    [view?.retailCampaignName, view?.record.revision, view?.record.campaignHash, view?.record.updatedOn],
    ['Summer', 1, 'h2', '2026-05-01T11:00:00.000Z'],
  )
})
test('each creative counts once, and the hash is that of the last save', () => {
  const saves = [
    creativeSaved(creative('pot')),
    creativeSaved(creative('can'), { creativesHash: 'set-2' }),
    creativeSaved(creative('pot', 'Bloom'), { added: false, creativesHash: 'set-3' }),
  ]
  const { documents } = givenEvents(retailCampaigns)(...newCampaign, ...inStream('creatives-acme:12', saves))
  const record = documents['acme:12']?.record
  assert.equal([record?.creatives, record?.creativesHash, record?.missingFiles], [2, 'set-3', 0])
})
test('files that saves miss are counted (ADR 0135)', () => {
  const saves = [
    creativeSaved(creative('pot'), { missing: ['a.png'] }),
    creativeSaved(creative('can'), { missing: ['b.png'] }),
    creativeSaved(creative('can')),
  ]
  const { documents } = givenEvents(retailCampaigns)(...newCampaign, ...inStream('creatives-acme:12', saves))
  assert.equal(documents['acme:12']?.record.missingFiles, 2)
})
test('a creative that is deleted no longer counts', () => {
  const events = [creativeSaved(creative('pot')), creativeSaved(creative('can')), creativeDeleted('pot', 'set-3')]
  const { documents } = givenEvents(retailCampaigns)(...newCampaign, ...inStream('creatives-acme:12', events))
  const record = documents['acme:12']?.record
  assert.equal([record?.creatives, record?.creativesHash, record?.updatedOn], [1, 'set-3', events[2]?.data.at])
})
test('a clone begins with the creatives that were copied before it was created', () => {
  const copied = { creatives: 2, creativesHash: 'set-2', missingAssets: ['a.png'] }
  const clone = { ...campaignCreated(), data: { ...created, copied } }
  const { documents } = givenEvents(retailCampaigns)(
    ...inStream('creatives-acme:12', [creativeSaved(creative('pot')), creativeSaved(creative('can'))]),
    ...inStream('retail-campaign-acme:12', [clone]),
  )
  const { creatives, creativesHash, missingFiles } = documents['acme:12']?.record ?? {}
  assert.equal([creatives, creativesHash, missingFiles], [2, 'set-2', 1])
})
test('activation and approval have the state of their aggregates', () => {
  const activations = [activationRequested(), activationCompleted()]
  const { documents } = givenEvents(retailCampaigns)(
    ...newCampaign,
    ...inStream('activation-acme:12', activations),
    ...inStream('approval-acme:12', [requested()]),
  )
  assert.equal(documents['acme:12']?.record.activation, activations.reduce(evolveActivation, notActivated))
  assert.equal(documents['acme:12']?.approval, evolveApproval(noApproval, requested()))
})
test('events of a campaign with a similar number do not affect it', () => {
  const { documents } = givenEvents(retailCampaigns)(
    ...newCampaign,
    ...inStream('creatives-acme:1', [creativeSaved(creative('pot'))]),
  )
  assert.equal(Object.keys(documents), ['acme:12'])
  assert.is(documents['acme:12']?.record.creatives, 0)
})

test.run()
