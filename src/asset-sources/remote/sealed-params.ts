import { assetSource } from '../../domain/asset-sources/asset-source.ts'
import type { Work } from '../../engine/write/execute.ts'
import { drawnId } from '../../engine/write/steps.ts'
import { keepingUsed } from '../../engine/write/used-secrets.ts'
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

/** Runs a change of a source, then destroys the additionalParams that are no longer used. */
export const keepingUsedParams = keepingUsed(assetSource)
