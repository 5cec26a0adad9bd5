import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { requireFittingProducts, requireProducts } from '../../src/asset-sources/recommendation-source.ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { assetSourceId as idOf } from '../../src/domain/asset-sources/asset-source-id.ts'
import {
  noRecommendation,
  recommendation,
  recommendationQueueId,
} from '../../src/domain/asset-sources/recommendation.ts'
import { RecommendationConfig } from '../../src/domain/asset-sources/recommendation-config.ts'
import { type RecommendationSettings, UpdateFrequency } from '../../src/domain/asset-sources/recommendation-events.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed, requireState } from '../../src/engine/write/steps.ts'
import { timeOf } from '../../src/ports/clock.ts'

const Body = fields(
  {},
  {
    updateFrequency: about(UpdateFrequency, 'Hours after which the recommendations are computed again.'),
    recommendationConfig: about(RecommendationConfig, 'How the recommendations are computed.'),
  },
)

/** PUT …/asset-sources/{sourceAssetSourceId}/recommendation/{assetSourceId} (SOURCE-12): new settings, and a computation. */
export const updateRecommendation = command({
  summary: 'Update how recommendations are computed, and compute them',
  takesIfMatch: true,
  description:
    'Absent fields stay; recommendationConfig is replaced as a whole. The recommendations are computed at once, whether anything changes or not; `queueId` is that computation.',
  start: true,
  params: t.type({ accountId: AccountId, sourceAssetSourceId: IntegerText, assetSourceId: IntegerText }),
  body: Body,
  reply: fields({ id: t.string, msg: t.string, queueId: t.string }),
  example: {
    body: { updateFrequency: 12, recommendationConfig: { type: 'collaborative', maxRecommendations: 5 } },
    reply: {
      id: '13',
      msg: 'Asset source 13 was updated. Its recommendations are being computed.',
      queueId: 'recommendation-13-2',
    },
  },
  run({ params: { accountId, sourceAssetSourceId, assetSourceId }, body, ifMatch }, work, ports) {
    const id = idOf(accountId, assetSourceId)
    return pipe(
      requireState(work, recommendation, id, noRecommendation),
      TE.filterOrElse(
        state => state.sourceAssetSourceId === sourceAssetSourceId,
        () => noRecommendation,
      ),
      TE.flatMap(() => {
        // columns that are not sent are not checked: that the source lost one is the failure of the computation
        const { recommendationConfig: config } = body
        return config === undefined
          ? requireProducts(work, accountId, sourceAssetSourceId, 'sourceAssetSourceId')
          : requireFittingProducts(work, accountId, sourceAssetSourceId, config)
      }),
      TE.flatMap(() =>
        executed(
          work,
          recommendation,
          id,
          { kind: 'ChangeRecommendation', changes: changesOf(body), at: timeOf(ports) },
          { ifMatch },
        ),
      ),
      TE.flatMapEither(({ state, revision }) => {
        const msg = `Asset source ${assetSourceId} was updated. Its recommendations are being computed.`
        const queueId = recommendationQueueId(assetSourceId, state?.runs ?? 1)
        return reply({ id: String(assetSourceId), msg, queueId }, revision)
      }),
    )()
  },
})

const changesOf = ({
  updateFrequency,
  recommendationConfig: config,
}: t.TypeOf<typeof Body>): Partial<RecommendationSettings> => ({
  ...(updateFrequency === undefined ? {} : { updateFrequency }),
  ...(config === undefined ? {} : { config }),
})
