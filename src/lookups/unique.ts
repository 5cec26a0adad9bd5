import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../domain/shared/decider.ts'
import { refuse } from '../engine/reply.ts'

/** Refuses a list in which a value comes twice; `pointerTo` names the place of the second one in the body. */
export const mustBeUnique = (
  values: readonly unknown[],
  detail: string,
  pointerTo: (index: number) => string,
): E.Either<Rejection, void> => {
  const twice = values.findIndex((value, i) => values.indexOf(value) < i)
  if (twice < 0) return E.right(undefined)
  return refuse('invalid-request', detail, {
    errors: [{ pointer: pointerTo(twice), code: 'duplicate', detail: 'is in the list already' }],
  })
}
