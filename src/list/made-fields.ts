import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../domain/shared/decider.ts'
import { refuse } from '../engine/reply.ts'
import type { Key, Page, Query, Scalar, Sort, Stored, Where } from '../ports/read-models.ts'
import { pageCharacters } from './page-characters.ts'
import { type Item, isItem, itemMatcher, valueAt } from './page-of.ts'

/** A filter by one field. */
export type Condition = Extract<Where, { readonly field: readonly string[] }>

/**
 * What a condition on a made field means for the stored documents: all that it holds for meet `where`. `exact`: and no others, so that
 * none has to be made to find out.
 */
export type Narrowed = { readonly where: Where; readonly exact?: true }
/** By the name of the field; undefined: nothing is known of the documents. */
export type Narrowing = Readonly<Record<string, (condition: Condition) => Narrowed | undefined>>

/** Items that are made to be compared for one request, at most (HTTP-29). */
export const mostCompared = 2_000
const atOnce = 500

const tooMany = refuse('invalid-request', 'The filters leave too many items to compare.', {
  errors: [
    {
      pointer: '/query/filters',
      code: 'too-many-to-compare',
      detail: `compares a field that is made when the list is read in more than ${mostCompared} items; add filters by other fields`,
    },
  ],
})

export type MadeFilters = {
  readonly scope: Where
  /** All filters of the request. */
  readonly filters: readonly Where[]
  /** Whether a condition is on a made field. */
  readonly isMade: (where: Where) => where is Condition
  /** By a field that no other document of the list has the same value in. */
  readonly sort: Sort
  readonly narrowing: Narrowing
  find(query: Query): Promise<Page>
  /** The items of documents, as they are shown. */
  items(stored: readonly Stored[]): Promise<readonly Item[]>
}

const isExact = (narrowed: Narrowed | undefined): boolean => narrowed?.exact === true

/** The values of the sorting field of the documents whose items meet the conditions; refuses when there are too many documents. */
const matching = async (
  { find, sort, items }: MadeFilters,
  where: Where,
  conditions: readonly Condition[],
): Promise<E.Either<Rejection, readonly Scalar[]>> => {
  const matches = itemMatcher({ all: conditions })
  const values: Scalar[] = []
  let after: Key | undefined
  do {
    const page = await find({
      where,
      sort,
      limit: atOnce,
      characters: pageCharacters,
      ...(after ? { after, counted: false } : {}),
    })
    if (!after && page.count > mostCompared) return tooMany
    const made = await items(page.documents)
    for (const [i, { json }] of page.documents.entries()) {
      const [item, document]: readonly [Item | undefined, unknown] = [made[i], JSON.parse(json)]
      if (item && isItem(document) && matches(item)) values.push(valueAt(document, sort.field))
    }
    after = page.hasNext ? page.last : undefined
  } while (after)
  return E.right(values)
}

/**
 * Criteria on stored documents in place of filters by fields that are made when a list is read: what the documents are known to have,
 * and for the rest the documents themselves, found by making their items and comparing them.
 */
export const madeWhere = async (made: MadeFilters): Promise<E.Either<Rejection, Where>> => {
  const { scope, filters, isMade, narrowing, sort } = made
  const conditions = filters.filter(isMade).map(condition => {
    return { condition, narrowed: narrowing[condition.field[0] ?? '']?.(condition) }
  })
  const narrowed = conditions.flatMap(({ narrowed }) => (narrowed ? [narrowed.where] : []))
  const where: Where = { all: [scope, ...filters.filter(filter => !isMade(filter)), ...narrowed] }
  const open = conditions.filter(({ narrowed }) => !isExact(narrowed)).map(({ condition }) => condition)
  if (open.length === 0) return E.right(where)
  return E.map((values: readonly Scalar[]): Where => ({ all: [scope, { field: sort.field, is: 'in', values }] }))(
    await matching(made, where, open),
  )
}
