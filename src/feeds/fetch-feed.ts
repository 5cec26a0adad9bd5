import * as E from 'fp-ts/lib/Either.js'
import type { FeedPlace } from '../domain/asset-sources/feed-address.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { fileInLog } from '../library/files-in-log.ts'
import { type FeedFault, isFeedFault } from '../ports/feed-parser.ts'
import type { FetchedFeed, FetchOptions } from '../ports/feed-sources.ts'
import type { Ports } from '../ports/ports.ts'

type UrlPlace = Extract<FeedPlace, { readonly url: string }>
const partsOf = ({ url, urlType, urlConfig }: UrlPlace) => {
  const { additionalParams, httpMethod, portNumber, ...credentials } = urlConfig
  return { address: { url, urlType, additionalParams, httpMethod, portNumber }, credentials }
}

/** Refuses a feed whose address is private or local, before anything is fetched (SOURCE-14). */
export const addressAllowed =
  ({ feedSources }: Pick<Ports, 'feedSources'>, place: FeedPlace): TE.TaskEither<Rejection, void> =>
  async () => {
    const fault = 'url' in place ? await feedSources.checkAddress(partsOf(place).address) : undefined
    return fault ? E.left(feedRejection(fault)) : E.right(undefined)
  }

/** Fetches a feed from its address, or from the account's library. */
export const fetchFeed = async (
  accountId: string,
  place: FeedPlace,
  work: Pick<Work, 'load'>,
  { feedSources, blobs }: Pick<Ports, 'feedSources' | 'blobs'>,
  options: FetchOptions,
): Promise<FetchedFeed | FeedFault> => {
  if ('url' in place) {
    const { address, credentials } = partsOf(place)
    const fetched = await feedSources.fetch(address, credentials, options)
    return isFeedFault(fetched) ? withRemedy(fetched) : fetched
  }
  const file = await fileInLog(work, accountId, place.fileId)
  if (file === undefined) return { code: 'not-found', detail: 'The library has no such file.' }
  return feedSources.keep(await blobs.open(file.sha256), options)
}

const withRemedy = ({ code, detail }: FeedFault): FeedFault =>
  code === 'address-refused'
    ? { code, detail: `${detail} A file of the asset library is sent as fileId, its path.` }
    : { code, detail }

/** The refusal of a request because its feed cannot be read; `reason` is for programs. An address that is refused is that of `url`. */
export const feedRejection = ({ code, detail }: FeedFault): Rejection =>
  rejection('feed-unreadable', detail, {
    extra: { reason: code },
    ...(code === 'address-refused' ? { errors: [{ pointer: '/url', code, detail }] } : {}),
  })

/** A step that uses a fetched feed, whose file is removed afterwards. */
export const usingFeed =
  <A>(
    fetch: () => Promise<FetchedFeed | FeedFault>,
    use: (feed: FetchedFeed) => Promise<A | FeedFault>,
  ): TE.TaskEither<Rejection, A> =>
  async () => {
    const fetched = await fetch()
    if (isFeedFault(fetched)) return E.left(feedRejection(fetched))
    try {
      const used = await use(fetched)
      return isFault(used) ? E.left(feedRejection(used)) : E.right(used)
    } finally {
      await fetched.close()
    }
  }

const isFault = (used: unknown): used is FeedFault => typeof used === 'object' && used !== null && isFeedFault(used)
