import * as E from 'fp-ts/lib/Either.js'
import type { AssetSource } from '../../domain/asset-sources/asset-source.ts'
import { isUndecided } from '../../domain/idempotency/idempotency.ts'
import type { Rejection } from '../../domain/shared/decider.ts'
import type * as TE from '../../engine/task-either.ts'
import type { Loaded, Work } from '../../engine/write/execute.ts'
import { drawnId } from '../../engine/write/steps.ts'
import type { FeedFault } from '../../ports/feed-parser.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { RemoteSource } from './remote-source.ts'

type Owner = { readonly accountId: string; readonly assetSourceId: number }

const contextOf = ({ accountId, assetSourceId }: Owner): string => `remote:${accountId}:${assetSourceId}`

const gone: FeedFault = {
  code: 'params-missing',
  detail: 'The stored additionalParams cannot be read. Send them again with updateRemote.',
}

/** The additionalParams of a source, unsealed; undefined if it has none. */
export const paramsOf = async (secrets: Secrets, source: RemoteSource): Promise<{ params?: string } | FeedFault> => {
  const { secretId } = source.remote
  if (secretId === undefined) return {}
  const params = await secrets.load(secretId, contextOf(source))
  return params === undefined ? gone : { params }
}

/** Seals the additionalParams of a request; undefined if it has none. */
export const sealedParams = async (
  secrets: Secrets,
  work: Pick<Work, 'commandId'>,
  owner: Owner,
  params: string | undefined,
): Promise<string | undefined> =>
  params ? secrets.store(params, contextOf(owner), drawnId(work, 'additional-params')) : undefined

type Source = Loaded<AssetSource | undefined>
const none: Source = { state: undefined, revision: -1 }

/**
 * Runs a change of a source, then destroys the additionalParams that are no longer used: those `before` the change, or the `fresh` ones
 * stored for it. If it is not known what was or will be appended, both are kept.
 */
export const keepingUsedParams =
  <A extends Source>(
    secrets: Secrets,
    { before = none, fresh }: { readonly before?: Source; readonly fresh?: string | undefined },
    change: TE.TaskEither<Rejection, A>,
  ): TE.TaskEither<Rejection, A> =>
  async () => {
    const done = await change()
    if (E.isLeft(done) && isUndecided(done.left)) return done
    const after = E.isRight(done) && done.right.revision >= before.revision ? done.right : before
    const used = secretOf(after)
    for (const id of [secretOf(before), fresh]) if (id !== undefined && id !== used) await secrets.forget(id)
    return done
  }

const secretOf = ({ state }: Pick<Source, 'state'>): string | undefined => state?.remote?.secretId
