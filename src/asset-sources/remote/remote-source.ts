import * as E from 'fp-ts/lib/Either.js'
import { assetSource, noSource } from '../../domain/asset-sources/asset-source.ts'
import { assetSourceId } from '../../domain/asset-sources/asset-source-id.ts'
import type { AssetSource } from '../../domain/asset-sources/asset-source-state.ts'
import type { RemoteSettings } from '../../domain/asset-sources/remote.ts'
import type { Rejection } from '../../domain/shared/decider.ts'
import type * as TE from '../../engine/task-either.ts'
import type { Loaded, Work } from '../../engine/write/execute.ts'

/** An asset source whose rows are fetched from an address. */
export type RemoteSource = AssetSource & { readonly remote: RemoteSettings }

export const isRemote = (source: AssetSource | undefined): source is RemoteSource => source?.remote !== undefined

/** A remote source of the account, from the log; 404 if there is none of this id. */
export const requireRemote =
  (work: Pick<Work, 'load'>, accountId: string, id: number): TE.TaskEither<Rejection, Loaded<RemoteSource>> =>
  async () => {
    const { state, revision } = await work.load(assetSource, assetSourceId(accountId, id))
    return isRemote(state) ? E.right({ state, revision }) : E.left(noSource)
  }
