import { pipe } from 'fp-ts/lib/function.js'
import { assetSource, noSource } from '../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../domain/asset-sources/asset-source-id.ts'
import { type AssetSource, servedLoad } from '../domain/asset-sources/asset-source-state.ts'
import { checkedRecommendation, type RecommendationConfig } from '../domain/asset-sources/recommendation-config.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { requireState } from '../engine/write/steps.ts'

const notProducts = (pointer: string) =>
  rejection('invalid-request', 'A recommendation source has no products of its own.', {
    errors: [{ pointer, code: 'invalid', detail: 'must be an asset source with rows of its own' }],
  })

/** The asset source whose rows are products: any with rows of its own, but not one of recommendations. `name`: its parameter. */
export const requireProducts = (
  work: Pick<Work, 'load'>,
  accountId: string,
  id: number,
  name: string,
): TE.TaskEither<Rejection, AssetSource> =>
  pipe(
    requireState(work, assetSource, idOf(accountId, id), noSource),
    TE.filterOrElse(
      ({ assetSourceType }) => assetSourceType !== 'recommendation',
      () => notProducts(`/path/${name}`),
    ),
  )

/** The products of a recommendation source, whose configuration fits them (SOURCE-12). */
export const requireFittingProducts = (
  work: Pick<Work, 'load'>,
  accountId: string,
  sourceAssetSourceId: number,
  config: RecommendationConfig,
): TE.TaskEither<Rejection, AssetSource> =>
  pipe(
    requireProducts(work, accountId, sourceAssetSourceId, 'sourceAssetSourceId'),
    TE.tapEither(source => checkedRecommendation(config, servedLoad(source)?.set.columns)),
  )
