import * as t from 'io-ts'
import { fields } from '../codec/fields.ts'
import { mustDecode } from '../codec/must-decode.ts'
import type { FeedPlace } from '../domain/asset-sources/feed-address.ts'
import type { StoredPlace } from '../domain/asset-sources/feed-events.ts'
import type { Work } from '../engine/write/execute.ts'
import { drawnId } from '../engine/write/steps.ts'
import type { FeedCredentials } from '../ports/feed-sources.ts'
import type { Secrets } from '../ports/secrets.ts'

const Credentials = fields(
  {},
  { username: t.string, password: t.string, privateKey: t.string, accessKey: t.string, secretKey: t.string },
)

const contextOf = (accountId: string, assetSourceId: number): string => `feed:${accountId}:${assetSourceId}`

/** A place as events have it: its credentials are sealed, and named by their id (ARCH-14). */
export const storedPlace = async (
  secrets: Secrets,
  work: Pick<Work, 'commandId'>,
  accountId: string,
  assetSourceId: number,
  place: FeedPlace,
): Promise<StoredPlace> => {
  if ('fileId' in place) return place
  const { url, urlType, urlConfig } = place
  const { additionalParams, httpMethod, portNumber, ...credentials } = urlConfig
  const own = {
    url,
    urlType,
    ...(additionalParams === undefined ? {} : { additionalParams }),
    ...(httpMethod === undefined ? {} : { httpMethod }),
    ...(portNumber === undefined ? {} : { portNumber }),
  }
  if (Object.keys(credentials).length === 0) return own
  const text = JSON.stringify(credentials)
  const secretId = await secrets.store(text, contextOf(accountId, assetSourceId), drawnId(work, 'feed-credentials'))
  return { ...own, secretId }
}

/** A stored place with its credentials. */
export const placeWithSecrets = async (
  secrets: Secrets,
  accountId: string,
  assetSourceId: number,
  place: StoredPlace,
): Promise<FeedPlace> => {
  if ('fileId' in place) return place
  const { secretId, url, urlType, ...urlConfig } = place
  if (secretId === undefined) return { url, urlType, urlConfig }
  const kept = await secrets.load(secretId, contextOf(accountId, assetSourceId))
  if (kept === undefined) throw new Error('the credentials of the feed are gone')
  const credentials: FeedCredentials = mustDecode(Credentials, JSON.parse(kept))
  return { url, urlType, urlConfig: { ...urlConfig, ...credentials } }
}
