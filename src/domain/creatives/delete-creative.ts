import * as E from 'fp-ts/lib/Either.js'
import { type Rejection, rejection } from '../shared/decider.ts'
import type { CreativeDeleted } from './events.ts'
import type { CreativesState } from './state.ts'

/** Deletes one creative (CREATIVE-19). */
export type DeleteCreative = { readonly kind: 'DeleteCreative'; readonly creativeName: string; readonly at: string }

/** `not-found` when there is no creative of this name, or no longer. */
export const deleteCreative = (
  { creativeName, at }: DeleteCreative,
  { creatives }: CreativesState,
): E.Either<Rejection, readonly CreativeDeleted[]> =>
  creatives.has(creativeName)
    ? E.right([
        { type: 'CreativeDeleted', data: { creativeName, creativesHash: creatives.delete(creativeName).hash, at } },
      ])
    : E.left(rejection('not-found', `There is no creative named ${JSON.stringify(creativeName)} in this campaign.`))
