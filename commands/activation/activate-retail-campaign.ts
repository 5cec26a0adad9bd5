import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import { assetGenerationTypes } from '../../src/domain/activation/events.ts'
import { approval } from '../../src/domain/approval/approval.ts'
import { approvalStatus } from '../../src/domain/approval/status.ts'
import { retailSettings } from '../../src/domain/provisioning/aggregates.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import { campaignChannel } from '../../src/lookups/campaign-channel.ts'
import { contentFromLog } from '../../src/lookups/campaign-from-log.ts'

const Body = fields(
  {},
  { trackerTypes: listOf(text({ min: 1, max: 64 }), 50), assetGenerationType: oneOf(...assetGenerationTypes) },
)

/** POST …/activate (4.1, decisions 18 to 20): the campaign goes live; a process makes tags, trackers and assets. */
export const activateRetailCampaign = command({
  summary: 'Activate a retail campaign',
  description:
    'The media channel of the campaign decides what is made: with tagGeneration tags and trackers, with creativeGeneration creative assets (of assetGenerationType, else png). A campaign without a channel gets tags, and the assets that are asked for.',
  problems: [
    'campaign-ended',
    'approval-required',
    'nothing-to-activate',
    'media-channel-missing',
    'media-channel-disabled',
  ],
  start: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: Body,
  reply: fields({ message: t.string, retailCampaignIdx: integer(1) }),
  example: { body: { trackerTypes: ['GCM'], assetGenerationType: 'png' } },
  async run({ params: { accountId, retailCampaignIdx }, body }, work, { clock, trackerTypes }) {
    const errors = (body.trackerTypes ?? []).flatMap((type, i) =>
      trackerTypes.get(type)?.activation
        ? []
        : [
            {
              pointer: `/trackerTypes/${i}`,
              code: 'unknown-tracker-type',
              detail: 'is no tracker type that activation accepts',
            },
          ],
    )
    if (errors.length > 0) return refuse('invalid-request', 'Unknown tracker types.', { errors })
    const id = campaignId(accountId, retailCampaignIdx)
    const content = await contentFromLog(work, accountId, retailCampaignIdx)
    if (E.isLeft(content)) return content
    const { campaign, contentHash, creatives } = content.right
    const at = clock.now().toISOString()
    if (campaign.endDate !== undefined && campaign.endDate < at.slice(0, 10))
      return refuse('campaign-ended', `The campaign's end date, ${campaign.endDate}, has passed. Move it first.`)
    const settings = (await work.load(retailSettings, accountId)).state.value ?? { approvers: [] }
    const { request } = (await work.load(approval, id)).state
    const approved = approvalStatus(request, settings, contentHash) === 'Approved'
    const { assetGenerationType, trackerTypes: selected = [] } = body
    const channel = await campaignChannel(work, campaign)
    const made = assetGenerationType === undefined ? {} : { assetGenerationType }
    const asked = {
      kind: 'Activate' as const,
      creatives: creatives.creatives.size,
      approved,
      contentHash,
      trackerTypes: selected,
      at,
      ...made,
      ...(channel === undefined ? {} : { channel }),
    }
    const done = await work.execute(activation, id, asked)
    if (E.isLeft(done)) return done
    const started = 'Activation has started; poll the activation status.'
    const unused = ' The media channel makes no creative assets, so assetGenerationType is not used.'
    const isUnused = assetGenerationType !== undefined && done.right.state.assetGenerationType === undefined
    if (done.right.events.length === 0)
      return reply({ message: 'Activation is in progress already.', retailCampaignIdx })
    return reply({ message: isUnused ? started + unused : started, retailCampaignIdx })
  },
})
