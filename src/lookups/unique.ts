import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../domain/shared/decider.ts'
import { repeatedAt } from '../domain/shared/repeated.ts'
import { refuse } from '../engine/reply.ts'

/** Refuses a list with a duplicate value; `pointerTo` returns the pointer of the duplicate in the body. */
export const mustBeUnique = (
  values: readonly unknown[],
  detail: string,
  pointerTo: (index: number) => string,
): E.Either<Rejection, void> => {
  const [twice] = repeatedAt(values)
  if (twice === undefined) return E.right(undefined)
  return refuse('invalid-request', detail, {
    errors: [{ pointer: pointerTo(twice), code: 'duplicate', detail: 'is in the list already' }],
  })
}
