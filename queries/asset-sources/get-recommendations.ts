import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { requireSource } from '../../src/asset-sources/find-source.ts'
import { recommendationsIn } from '../../src/asset-sources/recommendations-in.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { noRecommendation } from '../../src/domain/asset-sources/recommendation.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'

const Recommendation = fields({
  key: t.string,
  rank: integer(1),
  score: t.number,
  basis: t.string,
  row: t.record(t.string, t.string),
})

/** GET …/asset-sources/{assetSourceId}/recommend?key= (SOURCE-23): the recommended rows for a product. */
export const getRecommendations = query({
  summary: 'Get the products that are recommended for a product',
  description: 'The best first, as the recommendation source serves them.',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId, assetSourceId: IntegerText }),
  query: fields({ key: text({ min: 1, max: 1_024, multiline: true }) }),
  reply: fields({ key: t.string, recommendations: t.array(Recommendation) }),
  example: {
    reply: {
      key: 'pot-3',
      recommendations: [
        {
          key: 'pot-4',
          rank: 1,
          score: 0.816497,
          basis: 'content',
          row: { sku: 'pot-4', headline: 'Glazed pot', price: '12.90' },
        },
      ],
    },
  },
  run: ({ params: { accountId, assetSourceId }, query: { key } }, { readModels, blobs }) =>
    pipe(
      requireSource(readModels, accountId, assetSourceId),
      TE.filterOrElse(
        ({ assetSourceType }) => assetSourceType === 'recommendation',
        () => noRecommendation,
      ),
      TE.flatMapTask(view => () => recommendationsIn(view, blobs, key)),
      TE.filterOrElse(
        recommendations => recommendations.length > 0,
        () => nothingForKey,
      ),
      TE.flatMapEither(recommendations => reply({ key, recommendations })),
    )(),
})

const nothingForKey = rejection('not-found', 'The asset source has no recommendations for this key.')
