import * as E from 'fp-ts/lib/Either.js'
import type { AssetSource } from '../../domain/asset-sources/asset-source-state.ts'
import { succeeded } from '../../domain/asset-sources/last-fetch.ts'
import { fetchIdOf } from '../../domain/asset-sources/remote.ts'
import type { Rejection } from '../../domain/shared/decider.ts'
import * as TE from '../../engine/task-either.ts'
import { feedRejection } from '../../feeds/fetch-feed.ts'
import { timeOf } from '../../ports/clock.ts'
import { isFeedFault } from '../../ports/feed-parser.ts'
import type { Ports } from '../../ports/ports.ts'
import type { FetchedRows, RemoteFetch } from '../../ports/remote-rows.ts'
import { noteFetch } from './fetch-notes.ts'

/** The rows at an address, for a request that waits for them; refused with the reason why they cannot be read. */
export const rowsNow =
  ({ remoteRows }: Pick<Ports, 'remoteRows'>, wanted: RemoteFetch): TE.TaskEither<Rejection, FetchedRows> =>
  async () => {
    const fetched = await remoteRows.fetch(wanted)
    return isFeedFault(fetched) ? E.left(fetched.refused ?? feedRejection(fetched)) : E.right(fetched)
  }

/** Notes that the rows of a source were fetched by a request. */
export const noted = (
  { readModels, clock }: Pick<Ports, 'readModels' | 'clock'>,
  source: AssetSource | undefined,
  rows: FetchedRows,
): TE.TaskEither<Rejection, unknown> =>
  TE.fromTask(async () => {
    if (source) await noteFetch(readModels, source, succeeded(fetchIdOf(source), timeOf({ clock }), rows))
  })
