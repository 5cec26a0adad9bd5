import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { requireFittingProducts } from '../../src/asset-sources/recommendation-source.ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../src/domain/asset-sources/asset-source-id.ts'
import { recommendation, recommendationQueueId } from '../../src/domain/asset-sources/recommendation.ts'
import { RecommendationConfig, recommendationColumns } from '../../src/domain/asset-sources/recommendation-config.ts'
import { UpdateFrequency } from '../../src/domain/asset-sources/recommendation-events.ts'
import { cut } from '../../src/domain/shared/cut.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { timeOf } from '../../src/ports/clock.ts'

const roles = { assetKeyColumn: recommendationColumns.product, assetVariantColumn: recommendationColumns.rank }
const nameOf = (products: string): string => cut(`Recommendations: ${products}`, 255)

/** POST …/asset-sources/{sourceAssetSourceId}/recommendation (SOURCE-12): an asset source of products that resemble each other. */
export const createRecommendation = command({
  summary: 'Create an asset source with recommendations of the products of another one',
  description:
    'The recommendations are computed in the background, now and every updateFrequency hours; `queueId` is the first computation. Types collaborative and hybrid need view events, see putAssetSourceViews.',
  start: true,
  params: t.type({ accountId: AccountId, sourceAssetSourceId: IntegerText }),
  body: fields({
    updateFrequency: about(UpdateFrequency, 'Hours after which the recommendations are computed again.'),
    recommendationConfig: about(RecommendationConfig, 'How the recommendations are computed.'),
  }),
  newIds: { assetSourceId: 'asset-source' },
  reply: fields({ id: t.string, msg: t.string, queueId: t.string }),
  example: {
    body: {
      updateFrequency: 24,
      recommendationConfig: {
        type: 'content',
        maxRecommendations: 10,
        recommendationMap: [
          { assetSourceColumn: 'headline', dataType: 'string', priority: 8 },
          { assetSourceColumn: 'price', dataType: 'numeric', acceptedRange: 20 },
        ],
      },
    },
    reply: {
      id: '13',
      msg: 'Asset source 13 was created. Its recommendations are being computed.',
      queueId: 'recommendation-13-1',
    },
  },
  run({ params: { accountId, sourceAssetSourceId }, body, newIds: { assetSourceId } }, work, ports) {
    const { updateFrequency, recommendationConfig: config } = body
    const id = idOf(accountId, assetSourceId)
    const at = timeOf(ports)
    const created = pipe(
      requireFittingProducts(work, accountId, sourceAssetSourceId, config),
      TE.flatMap(({ assetSourceName: products }) =>
        executed(work, assetSource, id, {
          kind: 'CreateSource',
          accountId,
          assetSourceId,
          assetSourceType: 'recommendation',
          assetSourceName: nameOf(products),
          roles,
          at,
        }),
      ),
    )
    const configured = executed(work, recommendation, id, {
      kind: 'ConfigureRecommendation',
      accountId,
      assetSourceId,
      sourceAssetSourceId,
      settings: { updateFrequency, config },
      at,
    })
    const msg = `Asset source ${assetSourceId} was created. Its recommendations are being computed.`
    return changeOf(assetSource, id, created, () =>
      changeOf(recommendation, id, configured, ({ revision }) =>
        TE.fromEither(
          reply({ id: String(assetSourceId), msg, queueId: recommendationQueueId(assetSourceId, 1) }, revision),
        ),
      ),
    )
  },
})
