import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { boundedList, listOf, openObject } from '../../src/codec/json.ts'
import { AccountId, WebUrl } from '../../src/codec/names.ts'
import { orNull } from '../../src/codec/or-null.ts'
import { oneOf } from '../../src/codec/text.ts'
import { mostColumns } from '../../src/domain/asset-sources/row-set.ts'
import { CreativeName, DynamicAsset } from '../../src/domain/creatives/creative.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import type { SentAssets } from '../../src/domain/creatives/foreign-ids.ts'
import { mustNameFewPaths, pathsInColumns } from '../../src/domain/creatives/library-paths.ts'
import { saveWarnings } from '../../src/domain/creatives/save-warning.ts'
import { savedMessage } from '../../src/domain/creatives/saved-message.ts'
import type { CreativesState } from '../../src/domain/creatives/state.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import type { RetailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { filesInLog } from '../../src/library/files-in-log.ts'
import { campaignFromLog } from '../../src/lookups/campaign-from-log.ts'
import { mustUploadAssets } from '../../src/lookups/campaign-from-views.ts'
import { mustBeOwnIds } from '../../src/lookups/own-ids.ts'
import { type DoneSave, sentColumns, warningsIn, warningsOfSave } from '../../src/lookups/save-warnings.ts'

const Body = fields(
  { creativeName: about(CreativeName, 'The name of the creative, unique in the campaign.') },
  {
    clickthroughUrl: about(orNull(WebUrl), 'Where a click on this creative leads; null clears it.'),
    service: about(
      oneOf('ADD', 'UPDATE'),
      'ADD: the creative must be new (409); UPDATE: it must exist (404); default: either.',
    ),
    dynamicAssetsModified: about(t.boolean, 'false: the columns of the request are ignored.'),
    dynamicAssets: about(boundedList(DynamicAsset, mostColumns), 'The columns to set; others stay.'),
    dspColumns: about(orNull(openObject()), 'Values for a DSP, stored as they are; null clears them.'),
    dataServiceId: about(integer(0), 'The asset source of the campaign; another one is 400.'),
    applyAllVariants: about(listOf(CreativeName, 1000), 'Names of further creatives that get the whole save.'),
  },
)

/** POST …/creative (CREATIVE-1, CREATIVE-4): saves a creative, and the variants that it applies to, in one append. */
export const updateCreative = command({
  summary: 'Save or update a creative of a campaign with uploaded assets',
  problems: ['creative-exists', 'wrong-asset-source-type'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: Body,
  reply: fields({ message: t.string, warnings: saveWarnings }),
  example: {
    body: {
      creativeName: 'terracotta-pot',
      dynamicAssets: [{ columnName: 'headline', columnValue: 'Grow something lovely' }],
    },
    reply: {
      message: 'Creative terracotta-pot was saved.',
      warnings: [
        {
          pointer: '/dynamicAssets',
          code: 'missing-column',
          detail: 'The creative has no value for price: left empty in Medium Rectangle 300x250.',
        },
      ],
    },
  },
  run: ({ params: { accountId, retailCampaignIdx }, body }, work, ports) =>
    changeOf(
      creatives,
      campaignId(accountId, retailCampaignIdx),
      pipe(
        campaignFromLog(work, accountId, retailCampaignIdx),
        TE.tapEither(mustUploadAssets),
        TE.tap(campaign => mustBeOwnIds(work, campaign, body, lists(body, campaign))),
        TE.bindTo('campaign'),
        TE.bind('paths', () => TE.fromEither(mustNameFewPaths(pathsInColumns(accountId, sentAssets(body))))),
        TE.bind('files', ({ paths }) => TE.fromTask(() => filesInLog(work, accountId, paths))),
        TE.bind('done', ({ campaign: { dataServiceId }, paths, files }) => {
          const missingAssets = paths.filter(path => !files.has(path))
          const at = ports.clock.now().toISOString()
          const ids = { accountId, retailCampaignIdx, dataServiceId }
          const save = { kind: 'SaveCreative', ...body, ...ids, missingAssets, at } as const
          return executed(work, creatives, campaignId(accountId, retailCampaignIdx), save)
        }),
        TE.bind('warnings', ({ campaign, files, done: { state } }) =>
          TE.fromTask(() => warningsOfSave(saved(body, campaign, files, state), ports)),
        ),
        TE.map(({ done: { events }, warnings }) => ({ events, warnings: [...warnings] })),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.flatMapEither(made =>
            reply({
              message: savedMessage(body.creativeName, made.events.length, sentAssets(body)),
              warnings: warningsIn(made),
            }),
          ),
        ),
    ),
})

type Body = t.TypeOf<typeof Body>

/** The columns that the save does not ignore (CREATIVE-3). */
const sentAssets = ({ dynamicAssetsModified, dynamicAssets = [] }: Body): readonly DynamicAsset[] =>
  dynamicAssetsModified === false ? [] : dynamicAssets

const lists = ({ dynamicAssets }: Body, { dataServiceId }: RetailCampaign): readonly SentAssets[] => [
  { member: 'dynamicAssets', assets: dynamicAssets, dataServiceId },
]

const saved = (
  body: Body,
  campaign: RetailCampaign,
  files: DoneSave['files'],
  { creatives }: CreativesState,
): DoneSave => {
  const sent = sentColumns('dynamicAssets', sentAssets(body))
  return { campaign, creative: creatives.get(body.creativeName), sent, files, pointer: '/dynamicAssets' }
}
