import * as t from 'io-ts'
import { fields } from '../codec/fields.ts'
import { mustDecode } from '../codec/must-decode.ts'
import type { FeedPlace } from '../domain/asset-sources/feed-address.ts'
import type { StoredPlace } from '../domain/asset-sources/feed-events.ts'
import { AttemptFailed } from '../engine/react/attempt-failed.ts'
import type { Work } from '../engine/write/execute.ts'
import { drawnId } from '../engine/write/steps.ts'
import type { Secrets } from '../ports/secrets.ts'

/** What is sealed of a place: its login, and additionalParams, which may hold keys. */
const Sealed = fields(
  {},
  {
    additionalParams: t.string,
    username: t.string,
    password: t.string,
    privateKey: t.string,
    accessKey: t.string,
    secretKey: t.string,
  },
)

const contextOf = (accountId: string, assetSourceId: number): string => `feed:${accountId}:${assetSourceId}`

/** A place as events have it: its credentials and additionalParams are sealed, and named by their id (ARCH-14). */
export const storedPlace = async (
  secrets: Secrets,
  work: Pick<Work, 'commandId'>,
  accountId: string,
  assetSourceId: number,
  place: FeedPlace,
): Promise<StoredPlace> => {
  if ('fileId' in place) return place
  const { url, urlType, urlConfig } = place
  const { httpMethod, portNumber, ...sealed } = urlConfig
  const own = {
    url,
    urlType,
    ...(httpMethod === undefined ? {} : { httpMethod }),
    ...(portNumber === undefined ? {} : { portNumber }),
  }
  if (Object.keys(sealed).length === 0) return own
  const text = JSON.stringify(sealed)
  const secretId = await secrets.store(text, contextOf(accountId, assetSourceId), drawnId(work, 'feed-credentials'))
  return { ...own, secretId }
}

/** A stored place with its credentials and additionalParams. */
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
  if (kept === undefined) throw new AttemptFailed('the credentials of the feed are gone')
  return { url, urlType, urlConfig: { ...urlConfig, ...mustDecode(Sealed, JSON.parse(kept)) } }
}
