import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { externalId } from '../../../src/domain/retail-campaigns/external-id.ts'
import {
  ownContentHash,
  type RetailCampaign,
  type RetailCampaignCommand,
  retailCampaign,
} from '../../../src/domain/retail-campaigns/retail-campaign.ts'
import { whateverIsDone } from '../../support/given/any-sequence.ts'
import { given } from '../../support/given/decider.ts'

const campaign = given(retailCampaign)
const at = '2026-05-01T10:00:00.000Z'
const adUnit = (htmlSha256: string) => ({ adUnitId: 1, adUnitName: 'Small', dimension: '80x40', htmlSha256 })
const spring: RetailCampaign = {
  accountId: 'acme',
  retailCampaignIdx: 12,
  retailCampaignName: 'Spring',
  templateCampaignIdx: 1,
  assetSourceType: 'uploadAsset',
  dataServiceId: 3,
  adUnits: [adUnit('h1')],
}
type Update = Extract<RetailCampaignCommand, { kind: 'UpdateRetailCampaign' }>
const create = (over: Partial<RetailCampaign> = {}): RetailCampaignCommand => ({
  kind: 'CreateRetailCampaign',
  campaign: { ...spring, ...over },
  at,
})
const update = (changes: Update['changes']): Update => ({ kind: 'UpdateRetailCampaign', changes, at })
const created = (over: Partial<RetailCampaign> = {}) => ({
  type: 'RetailCampaignCreated' as const,
  data: { campaign: { ...spring, ...over }, contentHash: ownContentHash({ ...spring, ...over }), at },
})

test('a campaign is created once; the same request again changes nothing', () => {
  campaign().when(create()).then(created())
  campaign(created()).when(create()).thenNothing()
})

test('an update without changes gives no event', () => {
  campaign(created()).when(update({})).thenNothing()
  campaign(created())
    .when(update({ retailCampaignName: 'Spring' }))
    .thenNothing()
  campaign(created())
    .when(update({ retailCampaignName: 'Summer' }))
    .thenTypes('RetailCampaignUpdated')
})

test('a missing campaign cannot be changed', () => campaign().when(update({})).thenRejected('not-found'))

test('the end date is never before the start date, even if they are set separately', () => {
  campaign()
    .when(create({ startDate: '2026-05-02', endDate: '2026-05-01' }))
    .thenRejected('invalid-request')
  campaign(created({ startDate: '2026-05-02' }))
    .when(update({ endDate: '2026-05-01' }))
    .thenRejected('invalid-request')
  campaign(created({ startDate: '2026-05-02' }))
    .when(update({ endDate: '2026-05-02' }))
    .thenTypes('RetailCampaignUpdated')
})

test('the content is ad units and click-through; names and dates do not change it (CAMPAIGN-9)', () => {
  const hash = (over: Partial<RetailCampaign>) => ownContentHash({ ...spring, ...over })
  assert.is(hash({ retailCampaignName: 'Summer', endDate: '2026-05-01', trackerTypes: ['GCM'] }), hash({}))
  assert.is.not(hash({ adUnits: [adUnit('h2')] }), hash({}))
  assert.is.not(hash({ clickthroughUrl: 'https://shop.example.com/' }), hash({}))
})

const day = fc.constantFrom('2026-05-01', '2026-05-02', '2026-05-03')
const anyCommand: fc.Arbitrary<RetailCampaignCommand> = fc.oneof(
  fc
    .record({ startDate: day, endDate: day }, { requiredKeys: [] })
    .map(dates => create({ ...dates } as Partial<RetailCampaign>)),
  fc
    .record(
      {
        startDate: day,
        endDate: day,
        retailCampaignName: fc.constantFrom('Spring', 'Summer'),
        clickthroughUrl: fc.constantFrom('https://a.example/', 'https://b.example/'),
        adUnits: fc.constantFrom('h1', 'h2').map(h => [adUnit(h)]),
      },
      { requiredKeys: [] },
    )
    .map(changes => update({ ...changes } as Update['changes'])),
)

test('under any commands dates are valid, ids stay, and the hash in an event is that of the content after it', () =>
  whateverIsDone(retailCampaign, anyCommand, ({ result, before, after }) => {
    if (after?.startDate && after.endDate) assert.ok(after.startDate <= after.endDate)
    if (before) assert.equal([after?.retailCampaignIdx, after?.accountId], [12, 'acme'])
    if (E.isRight(result))
      for (const event of result.right) assert.is(event.data.contentHash, after && ownContentHash(after))
  }))

test('an external id stays with the first campaign that claimed it', () => {
  const asks = fc.nat(5).map(n => ({ retailCampaignIdx: n + 1, at }))
  whateverIsDone(externalId, asks, ({ before, after, command }) =>
    assert.is(after, before ?? command.retailCampaignIdx),
  )
})

test.run()
