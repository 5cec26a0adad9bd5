import * as E from 'fp-ts/lib/Either.js'
import { type AssetSourceView, assetSources } from '../../projections/asset-sources/asset-sources.ts'
import { assetSource, noSource } from '../domain/asset-sources/asset-source.ts'
import { assetSourceId } from '../domain/asset-sources/asset-source-id.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { findDocuments } from '../engine/read/documents.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** An asset source of any type; undefined if the account has none of this id. */
export const findSource = async (
  readModels: Pick<ReadModels, 'find'>,
  accountId: string,
  id: number,
): Promise<AssetSourceView | undefined> => {
  const [view] = await findDocuments(readModels, assetSources, {
    where: {
      all: [
        { field: ['accountId'], is: '=', value: accountId },
        { field: ['assetSourceId'], is: '=', value: id },
      ],
    },
    limit: 1,
  })
  return view
}

/** The same as a step of a pipe; 404 if there is none. */
export const requireSource =
  (readModels: Pick<ReadModels, 'find'>, accountId: string, id: number): TE.TaskEither<Rejection, AssetSourceView> =>
  async () =>
    TE.fromNullable(noSource)(await findSource(readModels, accountId, id))()

/** Refuses an id that names no source of the account: by the log for a source with rows of its own, else by the views. */
export const mustHaveSource =
  (
    work: Pick<Work, 'load'>,
    readModels: Pick<ReadModels, 'find'>,
    accountId: string,
    id: number,
  ): TE.TaskEither<Rejection, unknown> =>
  async () => {
    const { state } = await work.load(assetSource, assetSourceId(accountId, id))
    return state === undefined ? requireSource(readModels, accountId, id)() : E.right(state)
  }
