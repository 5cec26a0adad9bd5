import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { type Described, reducible } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type { JsonTextReply } from '../engine/operation.ts'
import * as TE from '../engine/task-either.ts'
import type { Ports } from '../ports/ports.ts'
import type { Key, Page, Query, Sort, Stored, ViewRef, Where } from '../ports/read-models.ts'
import type { Secrets } from '../ports/secrets.ts'
import { cursorOf, readCursor } from './cursor.ts'
import { isMadeIn } from './filters.ts'
import { itemFields } from './item-fields.ts'
import { type ListOptions, type ListQuery, listCodec } from './list-query.ts'
import { madeWhere } from './made-fields.ts'
import { pageCharacters } from './page-characters.ts'
import { valueAt } from './page-of.ts'
import { itemsOf, itemsText, type Presenting } from './presenting.ts'

export type { ListQuery } from './list-query.ts'

export type ReplyNames = {
  /** Name of the member with the items. */
  readonly items: string
  /** Names of the members with the number of matches; default `['count']`; `[]`: matches are not counted. */
  readonly count?: readonly string[]
}

export type List = {
  /** For the operation's `query`. */
  readonly codec: Described<ListQuery, unknown>
  /** For the operation's `reply`. */
  readonly reply: t.Mixed
  /** The read model query; `scope` limits it to the account and is always applied. Left: the page token is invalid. */
  toQuery(query: ListQuery, scope: Where, secrets: Secrets, now: Date): E.Either<Rejection, Query>
  /** A page of a view as a response; refused when the page token is invalid. */
  read(
    view: ViewRef,
    query: ListQuery,
    scope: Where,
    ports: Pick<Ports, 'readModels' | 'secrets' | 'clock'>,
    presenting?: Presenting,
  ): TE.TaskEither<Rejection, JsonTextReply>
  /** The same of items that no view holds one by one: `find` gives their page. */
  readFrom(
    find: (wanted: Query) => Promise<Page>,
    query: ListQuery,
    scope: Where,
    ports: Pick<Ports, 'secrets' | 'clock'>,
    presenting?: Presenting,
  ): TE.TaskEither<Rejection, JsonTextReply>
}

/** A key after all items of a list: `previous` of a page beyond the end leads to the last ones (HTTP-17). */
const endOf = ({ descending = false }: Sort): Key =>
  descending ? { value: null, id: '' } : { value: lastText, id: lastText }
const lastText = '\u{10ffff}'

/** The page with other documents; if those are too large, with the first of them as it was read, which may be backwards. */
const withDocuments = async (page: Page, { before, sort }: Query, { documents }: Presenting): Promise<Page> => {
  if (!documents) return page
  const inOrder = (list: readonly Stored[]) => (before ? list.toReversed() : list)
  const made = inOrder(await documents(inOrder(page.documents)))
  if (made.length === page.documents.length) return { ...page, documents: made }
  const keyOf = (document: Stored | undefined): Key | undefined => {
    const value = document && sort ? valueAt(JSON.parse(document.json), sort.field) : null
    return document && { id: document.id, value: value ?? null }
  }
  const [first, last] = [keyOf(page.documents.at(-made.length)), keyOf(page.documents[made.length - 1])]
  return before
    ? { ...page, documents: made, ...(first ? { first } : {}), hasPrevious: true }
    : { ...page, documents: made, ...(last ? { last } : {}), hasNext: true }
}

/** A list operation: its query `limit`, `offset`, `filters`, `fields`, `next` (HTTP-14, HTTP-15, HTTP-17), and its response. */
export const list = (options: ListOptions & ReplyNames): List => {
  const { items, count = ['count'], previous = 'previous' } = options
  const known = itemFields(options.item, options.filters, options.under)
  const isMade = isMadeIn(known.filterable)
  const sortOf = ({ reversed }: ListQuery) => (reversed ? { ...options.sort, descending: true } : options.sort)
  const conditions = (query: ListQuery, scope: Where): Where =>
    query.filters.length === 0 ? scope : { all: [scope, ...query.filters] }
  // the list that a page token is valid for
  const identity = (query: ListQuery, scope: Where): string =>
    JSON.stringify([items, sortOf(query), scope, query.filters])
  const members = JSON.stringify(previous)

  const toQuery: List['toQuery'] = (query, scope, secrets, now) => {
    const uncounted = count.length === 0 ? { counted: false as const } : {}
    const bounds = { limit: query.limit, characters: pageCharacters }
    const asked = { where: conditions(query, scope), sort: sortOf(query), ...bounds, ...uncounted }
    if (query.token === undefined) return E.right({ ...asked, offset: query.offset })
    const cursor = readCursor(query.token, identity(query, scope), secrets, now)
    return E.isLeft(cursor) ? cursor : E.right({ ...asked, [cursor.right.direction]: cursor.right.key })
  }

  /** The response text. Stored documents are joined without parsing unless `fields` or `present` require it. */
  const pageText = async (
    page: Page,
    query: ListQuery,
    scope: Where,
    secrets: Secrets,
    now: Date,
    presenting: Presenting,
  ): Promise<JsonTextReply> => {
    const more = page.hasNext || page.hasPrevious ? identity(query, scope) : ''
    const first = page.first ?? endOf(sortOf(query))
    const token = (direction: 'after' | 'before', has: boolean, key: Page['last']): string =>
      has && key ? JSON.stringify(cursorOf({ direction, key }, more, secrets, now)) : 'null'
    const extra = presenting.extra === undefined ? '' : JSON.stringify(presenting.extra).slice(1, -1)
    const counts = count.map(name => `,${JSON.stringify(name)}:${page.count}`).join('')
    const json =
      `{${JSON.stringify(items)}:[${await itemsText(page, query, presenting)}]${counts}` +
      `,"next":${token('after', page.hasNext, page.last)},${members}:${token('before', page.hasPrevious, first)}` +
      `${extra === '' ? '' : `,${extra}`}}`
    return { json }
  }

  /** A query whose criteria are all on stored fields. */
  const withMade = (
    wanted: Query,
    find: (wanted: Query) => Promise<Page>,
    { filters }: ListQuery,
    scope: Where,
    presenting: Presenting,
  ): TE.TaskEither<Rejection, Query> => {
    if (!filters.some(isMade)) return TE.right(wanted)
    const { narrowing = {} } = presenting
    const made = { scope, filters, isMade, sort: options.sort, narrowing, find, items: itemsOf(presenting) }
    return pipe(
      () => madeWhere(made),
      TE.map(where => ({ ...wanted, where })),
    )
  }

  const readFrom: List['readFrom'] = (find, query, scope, { secrets, clock }, presenting = {}) => {
    const now = clock.now()
    return pipe(
      TE.fromEither(toQuery(query, scope, secrets, now)),
      TE.flatMap(wanted => withMade(wanted, find, query, scope, presenting)),
      TE.flatMapTask(wanted => async () => withDocuments(await find(wanted), wanted, presenting)),
      TE.flatMapTask(page => () => pageText(page, query, scope, secrets, now, presenting)),
    )
  }

  return {
    codec: listCodec(options, known),
    reply: fields({
      [items]: t.array(reducible(options.item)),
      ...Object.fromEntries(count.map(name => [name, integer(0)])),
      next: t.union([t.string, t.null]),
      [previous]: t.union([t.string, t.null]),
    }),
    toQuery,
    readFrom,
    read: (view, query, scope, ports, presenting) =>
      readFrom(wanted => ports.readModels.find(view, wanted), query, scope, ports, presenting),
  }
}
