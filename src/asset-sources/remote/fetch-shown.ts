import * as t from 'io-ts'
import type { AssetSourceView } from '../../../projections/asset-sources/asset-sources.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { wordsOf } from '../../codec/text.ts'
import { type LastFetch, nextFetchOf } from '../../domain/asset-sources/last-fetch.ts'
import { count } from '../../domain/shared/wording.ts'
import type { Ports } from '../../ports/ports.ts'
import { lastFetchOf } from './fetch-notes.ts'
import { isRemote } from './remote-source.ts'

/** How the last fetch of a remote source ended (SOURCE-18). `age`: seconds since the rows were fetched. */
export const FetchShown = fields(
  {
    status: wordsOf(['FRESH', 'STALE', 'FAILED'], {
      FRESH: 'the rows are younger than `cacheTime`',
      STALE: 'the next reader has them fetched again',
      FAILED: 'the last fetch failed; `reason` says why',
    }),
    fetchedAt: t.string,
    age: integer(0),
    cacheTime: integer(1),
    triedAt: t.string,
    nextFetch: t.string,
    faultyRows: integer(0),
  },
  { code: t.string, reason: t.string, warnings: t.array(t.string) },
)
export type FetchShown = t.TypeOf<typeof FetchShown>

const shown = ({ fetchId: _, failures, ...last }: LastFetch, cacheTime: number, now: Date): FetchShown => {
  const age = Math.max(0, Math.floor((now.getTime() - Date.parse(last.fetchedAt)) / 1_000))
  const status = failures > 0 ? 'FAILED' : age < cacheTime ? 'FRESH' : 'STALE'
  return { status, ...last, age, cacheTime, nextFetch: nextFetchOf({ ...last, failures }, cacheTime).toISOString() }
}

/** The last fetch of a source; undefined if it is not remote. */
export const fetchShown = async (
  { readModels, clock }: Pick<Ports, 'readModels' | 'clock'>,
  view: AssetSourceView,
): Promise<FetchShown | undefined> => {
  const source = 'source' in view ? view.source : undefined
  if (!isRemote(source)) return undefined
  return shown(await lastFetchOf(readModels, source), source.remote.cacheTime, clock.now())
}

/** What people of the account should look at. */
export const fetchWarnings = ({ status, reason, age, faultyRows, warnings = [] }: FetchShown): readonly string[] => [
  ...(status === 'FAILED'
    ? [`The last fetch failed: ${reason ?? ''} The rows were fetched ${count(age, 'second')} ago.`]
    : []),
  ...warnings,
  ...(faultyRows > 0 ? [`The last fetch left out or cut ${count(faultyRows, 'row')}.`] : []),
]
