import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import { SentAssetGenerationType } from '../../src/domain/activation/events.ts'
import type { Activation } from '../../src/domain/activation/state.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import type { Executed } from '../../src/engine/write/execute.ts'
import { executed, hasChanged } from '../../src/engine/write/steps.ts'
import { campaignChannel } from '../../src/lookups/campaign-channel.ts'
import { contentFromLog, creativeCount } from '../../src/lookups/campaign-from-log.ts'
import { approvalFromLog, mustBeTrackerTypes } from '../../src/lookups/ready-to-activate.ts'

const Body = fields(
  {},
  {
    trackerTypes: about(
      listOf(text({ min: 1, max: 64 }), 50),
      'Tracker types whose trackers the tags carry; default: none. GCM makes visitors request Google Campaign Manager.',
    ),
    assetGenerationType: about(SentAssetGenerationType, 'The format of the creative assets that are made too.'),
  },
)

/** POST …/activate (ACTIVATION-1, ACTIVATION-3, ACTIVATION-4, CAMPAIGN-9): the campaign goes live; a process creates tags, trackers and assets. */
export const activateRetailCampaign = command({
  summary: 'Activate a retail campaign',
  description:
    'The media channel of the campaign decides what is generated: with tagGeneration tags and trackers, with creativeGeneration creative assets (of assetGenerationType, png by default). A campaign without a channel gets tags and the requested assets.',
  problems: [
    'campaign-ended',
    'approval-required',
    'nothing-to-activate',
    'media-channel-missing',
    'media-channel-disabled',
    'dsp-configuration-missing',
  ],
  start: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: Body,
  reply: fields({ message: t.string, retailCampaignIdx: integer(1) }),
  example: { body: { trackerTypes: ['GCM'], assetGenerationType: 'png' } },
  run({ params: { accountId, retailCampaignIdx }, body }, work, ports) {
    const at = ports.clock.now().toISOString()
    const { trackerTypes = [], assetGenerationType } = body
    const id = campaignId(accountId, retailCampaignIdx)
    return changeOf(
      activation,
      id,
      pipe(
        TE.fromEither(mustBeTrackerTypes(trackerTypes, ports)),
        TE.flatMap(() => contentFromLog(work, accountId, retailCampaignIdx, ports)),
        TE.bindTo('content'),
        TE.bind('approval', ({ content }) => TE.fromTask(() => approvalFromLog(work, content))),
        TE.bind('channel', ({ content }) => TE.fromTask(() => campaignChannel(work, content.campaign))),
        TE.flatMap(({ content, approval, channel }) => {
          const { endDate } = content.campaign
          return executed(work, activation, id, {
            kind: 'Activate',
            creatives: creativeCount(content),
            approval,
            contentHash: content.contentHash,
            trackerTypes,
            at,
            ...(assetGenerationType === undefined ? {} : { assetGenerationType }),
            ...(channel === undefined ? {} : { channel }),
            ...(endDate === undefined ? {} : { endDate }),
          })
        }),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.flatMapEither(activated => reply({ message: messageOf(activated, body), retailCampaignIdx })),
        ),
    )
  },
})

const messageOf = (activated: Executed<Activation, unknown>, asked: t.TypeOf<typeof Body>): string => {
  if (!hasChanged(activated)) return 'Activation is already in progress.'
  const { state } = activated
  const makesAssets = state.status !== 'NEW' && state.assetGenerationType !== undefined
  const unused = asked.assetGenerationType !== undefined && !makesAssets
  const started = 'Activation has started. Poll the activation status.'
  return unused
    ? `${started} The media channel generates no creative assets, so assetGenerationType is ignored.`
    : started
}
