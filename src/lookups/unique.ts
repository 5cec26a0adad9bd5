import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../domain/shared/decider.ts'
import { refuse } from '../engine/reply.ts'

/** Refuses a list with a duplicate value; `pointerTo` returns the pointer of the duplicate in the body. */
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
