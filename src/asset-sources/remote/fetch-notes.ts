import * as E from 'fp-ts/lib/Either.js'
import { assetSourceId } from '../../domain/asset-sources/asset-source-id.ts'
import { fetchOfLoad, LastFetch } from '../../domain/asset-sources/last-fetch.ts'
import { cacheSeconds, fetchIdOf } from '../../domain/asset-sources/remote.ts'
import type { ReadModels } from '../../ports/read-models.ts'
import type { RemoteSource } from './remote-source.ts'

type Volatile = { readonly volatile: Pick<ReadModels['volatile'], 'set' | 'get'> }
type Named = Pick<RemoteSource, 'accountId' | 'assetSourceId'>

const keyOf = ({ accountId, assetSourceId: id }: Named): string => `remote-fetch:${assetSourceId(accountId, id)}`

/** Seconds for which a note is kept, so that a source that is read at all keeps its note. */
const keptSeconds = 2 * cacheSeconds.most

const parsed = (text: string | undefined): LastFetch | undefined => {
  if (text === undefined) return undefined
  const note = LastFetch.decode(JSON.parse(text))
  return E.isRight(note) ? note.right : undefined
}

/** How the last fetch of a source ended, on whichever node; a note of other settings does not count. */
export const lastFetchOf = async ({ volatile }: Volatile, source: RemoteSource): Promise<LastFetch> => {
  const fetchId = fetchIdOf(source)
  const [text] = await volatile.get([keyOf(source)])
  const note = parsed(text)
  const [last = { at: new Date(0).toISOString() }] = source.loads.slice(-1)
  return note?.fetchId === fetchId ? note : fetchOfLoad(fetchId, last)
}

/** Notes how a fetch ended, for all nodes. */
export const noteFetch = ({ volatile }: Volatile, source: Named, fetch: LastFetch): Promise<void> =>
  volatile.set(keyOf(source), JSON.stringify(fetch), keptSeconds)
