import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { assetSource } from '../domain/asset-sources/asset-source.ts'
import { assetSourceId } from '../domain/asset-sources/asset-source-id.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { loaded } from '../engine/write/steps.ts'

type Settings = Pick<RetailCampaign, 'accountId' | 'assetSourceType' | 'productAssetSourceId'>

const pointer = '/productAssetSourceId'
const required = rejection('invalid-request', 'A campaign of this assetSourceType needs productAssetSourceId.', {
  errors: [{ pointer, code: 'required', detail: 'must be sent for productFeed and hybridAsset' }],
})
const unknown = rejection('invalid-request', 'There is no such asset source.', {
  errors: [
    {
      pointer,
      code: 'unknown-asset-source',
      detail: 'must be an asset source of this account that has rows of its own',
    },
  ],
})

/** Refuses a campaign that lacks the product feed it needs, or names one that the account does not have (CAMPAIGN-3). */
export const mustHaveProducts = (
  work: Pick<Work, 'load'>,
  { accountId, assetSourceType, productAssetSourceId: id }: Settings,
): TE.TaskEither<Rejection, unknown> => {
  if (id === undefined) return TE.fromEither(assetSourceType === 'uploadAsset' ? E.right(undefined) : E.left(required))
  return pipe(
    loaded(work, assetSource, assetSourceId(accountId, id)),
    TE.filterOrElse(
      ({ state }) => state !== undefined,
      () => unknown,
    ),
  )
}
