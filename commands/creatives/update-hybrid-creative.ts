import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { boundedList, listOf } from '../../src/codec/json.ts'
import { AccountId, WebUrl } from '../../src/codec/names.ts'
import { orNull } from '../../src/codec/or-null.ts'
import { oneOf } from '../../src/codec/text.ts'
import { mostColumns } from '../../src/domain/asset-sources/row-set.ts'
import { CreativeName, DynamicAsset, ProductAsset } from '../../src/domain/creatives/creative.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import type { SentAssets } from '../../src/domain/creatives/foreign-ids.ts'
import { mustNameFewPaths, pathsInColumns } from '../../src/domain/creatives/library-paths.ts'
import { SentPartnerDspColumns, storedPartnerColumns } from '../../src/domain/creatives/partner-dsp-columns.ts'
import type { ProductNamed } from '../../src/domain/creatives/product-creative.ts'
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
import { mustBeHybrid } from '../../src/lookups/campaign-from-views.ts'
import { mustBeOwnIds } from '../../src/lookups/own-ids.ts'
import { type DoneSave, sentColumns, warningsIn, warningsOfSave } from '../../src/lookups/save-warnings.ts'
import { type Products, productsFromLog } from '../../src/products/products.ts'
import { productsOfCreatives } from '../../src/products/products-of-creatives.ts'

const Body = fields(
  { creativeName: about(CreativeName, 'The name of the creative, unique in the campaign.') },
  {
    service: about(
      oneOf('ADD', 'UPDATE'),
      'ADD: the creative must be new (409); UPDATE: it must exist (404); default: either.',
    ),
    dynamicAssetsModified: about(t.boolean, 'false: the columns of the request are ignored.'),
    productDynamicAssets: about(
      boundedList(ProductAsset, mostColumns),
      'Columns of the product to override, or no longer.',
    ),
    creativeDynamicAssets: about(boundedList(DynamicAsset, mostColumns), 'The uploaded columns to set; others stay.'),
    partnerDspColumns: about(orNull(SentPartnerDspColumns), 'What the DSP of a partner shows; null clears it.'),
    clickthroughUrl: about(orNull(WebUrl), 'Where a click on this creative leads; null clears it.'),
    dataServiceId: about(integer(0), 'The asset source of the campaign; another one is 400.'),
    applyAllVariants: about(listOf(CreativeName, 1000), 'Names of further creatives that get the whole save.'),
  },
)
type Body = t.TypeOf<typeof Body>

/** POST …/hybrid-creative (CREATIVE-12): saves a hybrid creative, and the variants that it applies to, in one append. */
export const updateHybridCreative = command({
  summary: 'Save or update a creative of a hybrid campaign',
  problems: ['creative-exists', 'wrong-asset-source-type'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: Body,
  reply: fields({ message: t.string, warnings: saveWarnings }),
  example: {
    body: {
      creativeName: 'pot-3',
      productDynamicAssets: [{ columnName: 'price', columnValue: '7.90' }],
      creativeDynamicAssets: [{ columnName: 'headline', columnValue: 'Grow something lovely' }],
      partnerDspColumns: { productId: 'pot-3', recOptimizationGoal: 'CLICKS' },
    },
  },
  run: ({ params: { accountId, retailCampaignIdx }, body }, work, ports) =>
    changeOf(
      creatives,
      campaignId(accountId, retailCampaignIdx),
      pipe(
        campaignFromLog(work, accountId, retailCampaignIdx),
        TE.tapEither(mustBeHybrid),
        TE.tap(campaign => mustBeOwnIds(work, campaign, body, lists(body, campaign))),
        TE.bindTo('campaign'),
        TE.bind('paths', () => TE.fromEither(mustNameFewPaths(pathsInColumns(accountId, sentAssets(body))))),
        TE.bind('files', ({ paths }) => TE.fromTask(() => filesInLog(work, accountId, paths))),
        TE.bind('products', ({ campaign }) => TE.fromTask(() => productsFromLog(work, campaign))),
        TE.bind('rows', ({ products }) =>
          TE.fromTask(async () => {
            if (products === undefined || !sendsProductColumns(body)) return new Map()
            const { state } = await work.load(creatives, campaignId(accountId, retailCampaignIdx))
            return productsOfCreatives(accountId, products, namedCreatives(body, state), ports)
          }),
        ),
        TE.bind('done', ({ campaign: { dataServiceId, productAssetSourceId }, paths, files, rows }) => {
          const missingAssets = paths.filter(path => !files.has(path))
          const at = ports.clock.now().toISOString()
          const { productDynamicAssets, creativeDynamicAssets, partnerDspColumns: _, ...rest } = body
          const save = {
            kind: 'SaveCreative',
            ...rest,
            ...(creativeDynamicAssets ? { dynamicAssets: creativeDynamicAssets } : {}),
            ...(productDynamicAssets ? { productAssets: productDynamicAssets, products: rows } : {}),
            ...sentPartnerColumns(body),
            ...(productAssetSourceId === undefined ? {} : { productAssetSourceId }),
            ...{ accountId, retailCampaignIdx, dataServiceId, missingAssets, at },
          } as const
          return executed(work, creatives, campaignId(accountId, retailCampaignIdx), save)
        }),
        TE.bind('warnings', ({ campaign, products, files, done: { state } }) =>
          TE.fromTask(() => warningsOfSave(saved(body, { campaign, products, files, state }), ports)),
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

/** The columns that the save does not ignore (CREATIVE-3). */
const sentAssets = (body: Body): readonly ProductAsset[] => {
  const { productDynamicAssets = [], creativeDynamicAssets = [] } = body
  return body.dynamicAssetsModified === false ? [] : [...productDynamicAssets, ...creativeDynamicAssets]
}

const sendsProductColumns = ({ dynamicAssetsModified, productDynamicAssets = [] }: Body): boolean =>
  dynamicAssetsModified !== false && productDynamicAssets.length > 0

/** Absent, they stay; null clears them. */
const sentPartnerColumns = ({ partnerDspColumns: sent }: Body) =>
  sent === undefined ? {} : { partnerDspColumns: sent && storedPartnerColumns(sent) }

/** The creatives that get the whole save (CREATIVE-4), with the products that they show after it. */
const namedCreatives = (body: Body, { creatives }: CreativesState): readonly ProductNamed[] =>
  [body.creativeName, ...(body.applyAllVariants ?? [])].map(creativeName => {
    const { partnerDspColumns } = { ...creatives.get(creativeName), ...sentPartnerColumns(body) }
    return { creativeName, ...(partnerDspColumns ? { partnerDspColumns } : {}) }
  })

const lists = (
  body: Body,
  { dataServiceId, productAssetSourceId = dataServiceId }: RetailCampaign,
): readonly SentAssets[] => [
  { member: 'productDynamicAssets', assets: body.productDynamicAssets, dataServiceId: productAssetSourceId },
  { member: 'creativeDynamicAssets', assets: body.creativeDynamicAssets, dataServiceId },
]

type Done = {
  readonly campaign: RetailCampaign
  readonly products: Products | undefined
  readonly files: DoneSave['files']
  readonly state: CreativesState
}

const saved = (body: Body, { campaign, products, files, state: { creatives } }: Done): DoneSave => {
  const sent = [
    ...sentColumns('productDynamicAssets', body.productDynamicAssets),
    ...sentColumns('creativeDynamicAssets', body.creativeDynamicAssets),
  ]
  return {
    campaign,
    creative: creatives.get(body.creativeName),
    sent: body.dynamicAssetsModified === false ? [] : sent,
    productColumns: products?.set.columns ?? [],
    files,
    pointer: '/creativeDynamicAssets',
  }
}
