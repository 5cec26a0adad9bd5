import { fillingPage, mostTogether, wasFull } from '../../../engine/read/filling-page.ts'
import type { Page, Query, ReadModels, Stored, ViewRef } from '../../../ports/read-models.ts'
import { DocumentUnreadable } from '../../../ports/store-away.ts'
import { charactersOf, keptReads } from '../kept-reads.ts'
import { type Collections, type DocumentRow, inOneBatch, storedOf } from './documents.ts'
import { find } from './find.ts'
import { listsInTurn, ownerOf } from './lists-in-turn.ts'
import { type Documents, readable, type ViewName } from './views.ts'

/** Time limit of reading a document, in milliseconds. */
const readLimit = 2_000
/** Time limit of what may have to read many documents, in milliseconds. */
const listLimit = 30_000
const heldTogether = async (rows: AsyncIterable<DocumentRow>): Promise<readonly DocumentRow[]> => {
  const { page, add } = fillingPage<DocumentRow>()
  for await (const row of rows) if (add(row, row.json?.length ?? 0)) break
  return page
}
/** What a node knows of the documents of views. */
type Known = {
  of(view: ViewName): Promise<Documents | undefined>
  freshMark(view: ViewName): string | undefined
}
/** For `catch`: a criterion that was evaluated here met a document that is not JSON. */
const unreadableIn =
  ({ name }: ViewName, { collection }: Documents) =>
  (error: unknown): never => {
    throw error instanceof SyntaxError ? new DocumentUnreadable(name, collection) : error
  }
const nothing: Page = { documents: [], count: 0, hasPrevious: false, hasNext: false }

/**
 * Reads documents of views. `ask` bounds an operation; `noted` notes a document
 * that cannot be read, and throws again. Answers are kept until this node learns that their view has moved (ADR 0110). `isLate`: views
 * are so far behind that lists must wait.
 */
export const documentReads = (
  { documents }: Collections,
  known: Known,
  ask: <A>(answer: Promise<A>, limitMs: number) => Promise<A>,
  noted: (error: unknown) => never,
  isLate: () => boolean = () => false,
): Pick<ReadModels, 'get' | 'getMany' | 'find' | 'all'> => {
  const on = async <A>(view: ViewRef, none: A, limitMs: number, from: (g: Documents) => Promise<A>): Promise<A> => {
    const answer = async () => {
      const found = await known.of(view)
      return found ? from(found).catch(unreadableIn(view, found)) : none
    }
    return ask(answer(), limitMs).catch(noted)
  }
  const inTurn = listsInTurn(isLate, listLimit)
  const one = (view: ViewRef, id: string): Promise<Stored | undefined> =>
    on<Stored | undefined>(view, undefined, readLimit, async g => {
      const row = await documents(g.collection).findOne({ _id: id }, { projection: { json: 1, position: 1 } })
      return row?.json == null ? undefined : readable(view, g, [storedOf(row)])[0]
    })
  const pageOf = (view: ViewRef, query: Query): Promise<Page> =>
    on(view, nothing, listLimit, g =>
      inTurn(ownerOf(query.where), async () => {
        const page = await find(documents(g.collection), g.fields, query)
        readable(view, g, page.documents)
        return page
      }),
    )
  const once = keptReads(known.freshMark)
  return {
    get: (view, id) =>
      once(
        view,
        `id ${id}`,
        () => one(view, id),
        found => found?.json.length ?? 0,
      ),
    getMany: (view, ids) =>
      on<readonly Stored[]>(view, [], listLimit, async g => {
        const rows = await documents(g.collection)
          .find(
            { _id: { $in: [...ids] }, gone: null },
            { projection: { json: 1, position: 1 }, ...inOneBatch(ids.length) },
          )
          .toArray()
        const byId = new Map(readable(view, g, rows.map(storedOf)).map(stored => [stored.id, stored]))
        return [...new Set(ids)].flatMap(id => byId.get(id) ?? [])
      }),
    find: (view, query) => once(view, JSON.stringify(query), () => pageOf(view, query), charactersOf),
    async *all(view) {
      const found = await ask(known.of(view), readLimit)
      if (!found) return
      const collection = documents(found.collection)
      const { count } = mostTogether
      const pageAfter = (id: string): Promise<readonly DocumentRow[]> => {
        const filter = { _id: { $gt: id }, gone: null }
        const options = { sort: { _id: 1 }, limit: count, ...inOneBatch(count) } as const
        const page = ask(
          inTurn('', () => heldTogether(collection.find(filter, options))),
          listLimit,
        )
        // it may fail before it is wanted
        page.catch(() => undefined)
        return page
      }
      for (let reading: Promise<readonly DocumentRow[]> | undefined = pageAfter(''); reading; ) {
        const rows: readonly DocumentRow[] = await reading
        const last = rows.at(-1)?._id
        // the next page is read while this one is used
        reading = last !== undefined && wasFull(rows.map(({ json }) => json?.length ?? 0)) ? pageAfter(last) : undefined
        for (const row of rows) yield storedOf(row)
      }
    },
  }
}
