import { assetSource } from '../../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../domain/asset-sources/asset-source-id.ts'
import { failed, isDue, succeeded } from '../../domain/asset-sources/last-fetch.ts'
import { fetchIdOf } from '../../domain/asset-sources/remote.ts'
import type { Work } from '../../engine/write/execute.ts'
import { columnsMissing } from '../../feeds/columns-missing.ts'
import { timeOf } from '../../ports/clock.ts'
import { type FeedFault, isFeedFault } from '../../ports/feed-parser.ts'
import type { Ports } from '../../ports/ports.ts'
import type { FetchedRows, RemoteFetch } from '../../ports/remote-rows.ts'
import { lastFetchOf, noteFetch } from './fetch-notes.ts'
import { isRemote, type RemoteSource } from './remote-source.ts'
import { paramsOf } from './sealed-params.ts'

type RefreshPorts = Pick<Ports, 'readModels' | 'secrets' | 'clock'>
type Fetch = (wanted: RemoteFetch) => Promise<FetchedRows | FeedFault>

/** Seconds until another node may make a fetch whose node was killed. */
const claimSeconds = 60

const isFetchDue = async ({ readModels, clock }: RefreshPorts, source: RemoteSource): Promise<boolean> =>
  isDue(await lastFetchOf(readModels, source), source.remote.cacheTime, clock.now())

const fetched = async ({ secrets }: RefreshPorts, source: RemoteSource, fetch: Fetch) => {
  const { accountId, remote: settings, roles, loads } = source
  const sealed = await paramsOf(secrets, source)
  if (isFeedFault(sealed)) return sealed
  return fetch({ accountId, settings, additionalParams: sealed.params, roles, known: loads.at(-1)?.set })
}

/** Serves fetched rows; the fault that keeps them from it, if any. */
const serve = async (
  work: Work,
  id: string,
  rows: FetchedRows,
  fetchId: string,
  at: string,
): Promise<FetchedRows | FeedFault> => {
  const done = await work.execute(assetSource, id, { kind: 'LoadRows', set: rows.set, fetchId, at })
  return columnsMissing(done) ?? rows
}

/**
 * Fetches the rows of a source again if that is due, and serves them if they differ (SOURCE-13). Of several nodes that see the same last
 * fetch the first one does it; two at the same moment do no harm. Rejects with the reason for which `fetch` was ended.
 */
export const refresh = async (ports: RefreshPorts, newWork: () => Work, seen: RemoteSource, fetch: Fetch) => {
  const { readModels } = ports
  if (!(await isFetchDue(ports, seen))) return
  const id = idOf(seen.accountId, seen.assetSourceId)
  const work = newWork()
  const { state: source } = await work.load(assetSource, id)
  if (!isRemote(source) || !(await isFetchDue(ports, source))) return
  const fetchId = fetchIdOf(source)
  const { triedAt } = await lastFetchOf(readModels, source)
  if ((await readModels.volatile.add(`remote-fetching:${id}:${fetchId}:${triedAt}`, 1, claimSeconds)) > 1) return
  const outcome = await fetched(ports, source, fetch)
  const at = timeOf(ports)
  const served = isFeedFault(outcome) ? outcome : await serve(work, id, outcome, fetchId, at)
  const note = isFeedFault(served)
    ? failed(await lastFetchOf(readModels, source), at, served)
    : succeeded(fetchId, at, served)
  await noteFetch(readModels, source, note)
}
