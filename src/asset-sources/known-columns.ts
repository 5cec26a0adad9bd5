import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../domain/shared/decider.ts'
import { refuse } from '../engine/reply.ts'
import type { ListQuery } from '../list/list.ts'
import type { Where } from '../ports/read-models.ts'

const columnsOf = (where: Where): readonly string[] => {
  if ('all' in where) return where.all.flatMap(columnsOf)
  if ('any' in where) return where.any.flatMap(columnsOf)
  return where.field.slice(0, 1)
}

/** Columns that are named in a refusal, at most. */
const mostNamed = 50

const listed = (columns: readonly string[]): string => {
  const more = columns.length - mostNamed
  return `${columns.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Refuses `fields` and `filters` that name no column of the rows (SOURCE-16). Before the first rows no column is known. */
export const mustNameColumns = (
  { select = [], filters }: Pick<ListQuery, 'select' | 'filters'>,
  columns: readonly string[],
): E.Either<Rejection, void> => {
  const isUnknown = (name: string) => !columns.includes(name)
  const named = { fields: select, filters: filters.flatMap(columnsOf) }
  const errors = Object.entries(named).flatMap(([parameter, names]) =>
    names.some(isUnknown)
      ? [
          {
            pointer: `/query/${parameter}`,
            code: 'invalid',
            detail: `names an unknown column; there are ${listed(columns)}`,
          },
        ]
      : [],
  )
  return columns.length === 0 || errors.length === 0
    ? E.right(undefined)
    : refuse('invalid-request', 'The query names columns that the asset source does not have.', { errors })
}
