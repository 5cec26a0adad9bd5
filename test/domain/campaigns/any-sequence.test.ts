import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type CampaignCommand, classicCampaign } from '../../../src/domain/campaigns/campaign.ts'
import { whateverIsDone } from '../../support/given/any-sequence.ts'

const test = suite('classic campaigns under any sequence of commands')

const at = '2026-03-01T12:00:00.000Z'
const create = (campaignName: string): CampaignCommand => ({
  kind: 'CreateCampaign',
  campaign: {
    accountId: 'acme',
    campaignId: 1,
    campaignName,
    assetMap: [],
    decisionMap: [],
    decisionGraph: { segments: [] },
  },
  at,
})
const command = fc.oneof(
  fc.constantFrom('Spring', 'Summer').map(create),
  fc.constant<CampaignCommand>({ kind: 'DeleteCampaign', at }),
)

test('a campaign is created once, never changes, is deleted once, and never comes back', () => {
  whateverIsDone(classicCampaign, command, ({ before, result, after }) => {
    if (before.status === 'live' && after.status === 'live') assert.equal(after, before)
    if (before.status === 'deleted') assert.equal(after, before)
    if (before.status !== 'none') assert.is.not(after.status, 'none')
    if (E.isRight(result) && result.right.length > 0) assert.is.not(after.status, before.status)
  })
})

test.run()
