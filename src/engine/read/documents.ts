import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../../domain/shared/decider.ts'
import type { Page, Query, ReadModels, Stored } from '../../ports/read-models.ts'
import { DocumentUnreadable } from '../../ports/store-away.ts'
import type * as TE from '../task-either.ts'
import type { Projection } from './projection.ts'

/**
 * A stored document of a view, parsed. It is not validated: the projection of the same release wrote it. Throws
 * DocumentUnreadable if it is not JSON.
 */
export const parsed = <D>({ name }: Projection<D>, { json }: Pick<Stored, 'json'>): D => {
  try {
    return JSON.parse(json) as D
  } catch (error) {
    // the parser's message quotes the text
    throw error instanceof SyntaxError ? new DocumentUnreadable(name) : error
  }
}

/** A document of a view; undefined if there is none. */
export const readDocument = async <D>(
  readModels: Pick<ReadModels, 'get'>,
  view: Projection<D>,
  id: string,
): Promise<D | undefined> => {
  const stored = await readModels.get(view, id)
  return stored && parsed(view, stored)
}

/** A document of a view as a step of a pipe; `missing` when there is none. */
export const requireDocument =
  <D>(
    readModels: Pick<ReadModels, 'get'>,
    view: Projection<D>,
    id: string,
    missing: Rejection,
  ): TE.TaskEither<Rejection, D> =>
  async () => {
    const stored = await readModels.get(view, id)
    return stored ? E.right(parsed(view, stored)) : E.left(missing)
  }

/** Documents of a view by id; missing documents are absent. */
export const readDocuments = async <D>(
  readModels: Pick<ReadModels, 'getMany'>,
  view: Projection<D>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, D>> => {
  if (ids.length === 0) return new Map()
  return new Map((await readModels.getMany(view, ids)).map(stored => [stored.id, parsed(view, stored)]))
}

/** The documents of one page of a view. Nobody asks how many more there are, so they are not counted. */
export const findDocuments = async <D>(
  readModels: Pick<ReadModels, 'find'>,
  view: Projection<D>,
  query: Omit<Query, 'counted'>,
): Promise<readonly D[]> => {
  const { documents } = await readModels.find(view, { ...query, counted: false })
  return documents.map(stored => parsed(view, stored))
}

/** Documents, and characters of them, of one page when all are read: a page is parsed in one go. */
const page = { limit: 500, characters: 1_000_000 }

/** All documents of a view that match, in the order of the query, page by page. */
export async function* everyDocument<D>(
  readModels: Pick<ReadModels, 'find'>,
  view: Projection<D>,
  matching: Pick<Query, 'where' | 'sort'>,
): AsyncGenerator<D> {
  let { limit } = page
  for (let found: Page | undefined; found === undefined || found.hasNext; ) {
    const query = { ...matching, ...page, limit, counted: false, previous: false } as const
    found = await readModels.find(view, found?.last ? { ...query, after: found.last } : query)
    for (const stored of found.documents) yield parsed(view, stored)
    // MongoDB sends as many documents as are asked for, also those that a page has no room for
    const { length } = found.documents
    limit = length < limit ? Math.max(1, length) : Math.min(2 * limit, page.limit)
  }
}
