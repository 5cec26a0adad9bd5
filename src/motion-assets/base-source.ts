import * as E from 'fp-ts/lib/Either.js'
import { findSource } from '../asset-sources/find-source.ts'
import { assetSource, noSource } from '../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../domain/asset-sources/asset-source-id.ts'
import type { BaseSource } from '../domain/asset-sources/motion-events.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import type { ReadModels } from '../ports/read-models.ts'

const noBase: Rejection = rejection(
  'invalid-request',
  'The asset source in the path has motion assets itself. Name the source of its rows, or use updateMotionAssets.',
  {
    errors: [
      {
        pointer: '/path/destAssetSourceId',
        code: 'has-motion-assets',
        detail: 'must be an asset source without motion assets',
      },
    ],
  },
)

/**
 * The source that a path names as the one whose rows get films (SOURCE-10): by the log for a source with rows of its own, else by the
 * views, which know the uploaded source of each campaign. 404 if there is none; a source of motion assets is refused.
 */
export const baseSource =
  (
    work: Pick<Work, 'load'>,
    readModels: Pick<ReadModels, 'find'>,
    accountId: string,
    assetSourceId: number,
  ): TE.TaskEither<Rejection, BaseSource> =>
  async () => {
    const { state } = await work.load(assetSource, idOf(accountId, assetSourceId))
    if (state) return state.assetSourceType === 'motion' ? E.left(noBase) : E.right({ assetSourceId })
    const view = await findSource(readModels, accountId, assetSourceId)
    if (view === undefined) return E.left(noSource)
    return 'uploaded' in view
      ? E.right({ assetSourceId, retailCampaignIdx: view.uploaded.retailCampaignIdx })
      : E.right({ assetSourceId })
  }
