import { pipe } from 'fp-ts/lib/function.js'
import type { AssetSourceView } from '../../projections/asset-sources/asset-sources.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import * as TE from '../engine/task-either.ts'
import type { Ports } from '../ports/ports.ts'
import { requireSource } from './find-source.ts'

/**
 * An asset source whose rows are read now; 404 if there is none. Those of a remote source are fetched again in the background when that is
 * due (SOURCE-13): this reader gets the rows that are there.
 */
export const sourceInUse = (
  { readModels, remoteRows }: Pick<Ports, 'readModels' | 'remoteRows'>,
  accountId: string,
  id: number,
): TE.TaskEither<Rejection, AssetSourceView> =>
  pipe(
    requireSource(readModels, accountId, id),
    TE.map(view => {
      if ('source' in view) remoteRows.noteReader(view.source)
      return view
    }),
  )
