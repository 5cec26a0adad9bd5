import type { Collection } from 'mongodb'
import type { Key, Page, Query } from '../../../ports/read-models.ts'
import { type Criteria, type DocumentRow, type FieldName, inOneBatch, storedOf } from './documents.ts'
import type { Fields } from './fields.ts'
import { beyond, rises, upTo } from './find-filter.ts'
import { findHere } from './find-here.ts'
import { and, compileLive } from './where.ts'

/** The rows of a page, and whether there are further ones: those are not read, however large they are. */
const pageOf = async (
  rows: AsyncIterable<DocumentRow>,
  { limit, characters = Number.POSITIVE_INFINITY }: Query,
): Promise<{ readonly page: DocumentRow[]; readonly further: boolean }> => {
  const page: DocumentRow[] = []
  let read = 0
  for await (const row of rows) {
    if (page.length === limit || read >= characters) return { page, further: true }
    page.push(row)
    read += row.json?.length ?? 0
  }
  return { page, further: false }
}

/**
 * Reads a page whose criteria and sort the server can evaluate: the documents, the count, and whether any are on the
 * key's other side.
 */
const findThere = async (
  documents: Collection<DocumentRow>,
  name: FieldName | undefined,
  filter: Criteria,
  query: Query,
): Promise<Page> => {
  const backwards = query.before !== undefined && query.after === undefined
  const key = query.after ?? query.before
  const up = rises(query.sort, backwards ? 'backwards' : 'forwards')
  const order = up ? 1 : -1
  const here = key ? and([filter, beyond(name, key, up)]) : filter
  const isAsked = backwards || query.previous !== false
  const mustCount = query.counted !== false || (!key && isAsked && (query.offset ?? 0) > 0)
  const rows = documents.find(here, {
    projection: { json: 1, position: 1, ...(name === undefined ? {} : { [name]: 1 }) },
    sort: name === undefined ? { _id: order } : { [name]: order, _id: order },
    skip: key ? 0 : (query.offset ?? 0),
    limit: query.limit + 1,
    ...inOneBatch(query.limit + 1),
  })
  const [{ page, further }, count, behind] = await Promise.all([
    pageOf(rows, query),
    mustCount ? documents.countDocuments(filter).then(Number) : 0,
    key && isAsked && documents.findOne(and([filter, upTo(name, key, up)]), { projection: { _id: 1 } }),
  ])
  if (backwards) page.reverse()
  const keyOf = (row: DocumentRow | undefined): Key | undefined =>
    row && { id: row._id, value: name === undefined ? null : (row[name] ?? null) }
  const [first, last] = [keyOf(page[0]), keyOf(page.at(-1))]
  const others = key ? Boolean(behind) : isAsked && (query.offset ?? 0) > 0 && count > 0
  return {
    documents: page.map(storedOf),
    count: query.counted === false ? 0 : count,
    ...(first && last ? { first, last } : {}),
    hasPrevious: backwards ? further && query.previous !== false : others,
    hasNext: backwards ? others : further,
  }
}

/**
 * Reads a page of a list. If the server cannot evaluate a criterion or the sort (a path whose value is only in the
 * text, `like`), it selects candidates by the other criteria, and the rest is evaluated here.
 */
export const find = (documents: Collection<DocumentRow>, fields: Fields, query: Query): Promise<Page> => {
  const { filter, rest } = compileLive(query.where, fields)
  const name = query.sort && fields.nameOf(query.sort.field)
  if (rest || (query.sort && name === undefined)) return findHere(documents, fields, filter, rest, query)
  return findThere(documents, name, filter, query)
}
