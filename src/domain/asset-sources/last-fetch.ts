import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { cut } from '../shared/cut.ts'
import { At } from '../shared/fact.ts'
import { mostRunWarnings } from './feed-events.ts'
import type { Load } from './row-set.ts'

/** How the last fetch of a remote source ended. No event: it would grow the log with every fetch (ADR 0050). */
export const LastFetch = fields(
  {
    /** Of what was fetched: `fetchIdOf`. */
    fetchId: t.string,
    triedAt: At,
    /** The last fetch that gave rows. */
    fetchedAt: At,
    /** Fetches that failed since then. */
    failures: integer(0),
    faultyRows: integer(0),
  },
  { code: t.string, reason: t.string, warnings: t.array(t.string) },
)
export type LastFetch = t.TypeOf<typeof LastFetch>

type Fault = { readonly code: string; readonly detail: string }

/** Seconds after a failed fetch, by the number of failures. */
const pauses = [5, 15, 60, 300] as const

/** What is known of a source without a note, as after a restart: its last load was a fetch. */
export const fetchOfLoad = (fetchId: string, { at }: Pick<Load, 'at'>): LastFetch => ({
  fetchId,
  triedAt: at,
  fetchedAt: at,
  failures: 0,
  faultyRows: 0,
})

/** The note of a fetch that gave rows. */
export const succeeded = (
  fetchId: string,
  at: string,
  { faultyRows, warnings = [] }: { readonly faultyRows: number; readonly warnings?: readonly string[] | undefined },
): LastFetch => ({
  ...fetchOfLoad(fetchId, { at }),
  faultyRows,
  ...(warnings.length > 0 ? { warnings: warnings.slice(0, mostRunWarnings) } : {}),
})

const longestReason = 500
/** A longer one, such as a list of columns, ends with `…`. */
const shortened = (reason: string): string =>
  reason.length > longestReason ? `${cut(reason, longestReason - 1)}…` : cut(reason, longestReason)

/** The note of a fetch that failed: the rows before stay. */
export const failed = (before: LastFetch, at: string, { code, detail }: Fault): LastFetch => ({
  ...before,
  triedAt: at,
  failures: before.failures + 1,
  code,
  reason: shortened(detail),
})

type Tried = Pick<LastFetch, 'triedAt' | 'failures'>

const pauseAfter = ({ failures }: Pick<LastFetch, 'failures'>, cacheTime: number): number =>
  failures === 0 ? cacheTime : Math.min(cacheTime, pauses[Math.min(failures, pauses.length) - 1] ?? cacheTime)

/** From when on a reader causes another fetch: cacheTime seconds after one that gave rows, sooner after one that failed. */
export const nextFetchOf = (last: Tried, cacheTime: number): Date =>
  new Date(Date.parse(last.triedAt) + pauseAfter(last, cacheTime) * 1_000)

/** Whether a reader causes another fetch. A time that is far ahead comes from a clock that was wrong, and does not count. */
export const isDue = (last: Tried, cacheTime: number, now: Date): boolean =>
  Math.abs(now.getTime() - Date.parse(last.triedAt)) >= pauseAfter(last, cacheTime) * 1_000
