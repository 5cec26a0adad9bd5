import { partsOfId } from '../../domain/shared/parts-of-id.ts'
import type { Page, ReadModels, Stored, ViewRef, Where } from '../../ports/read-models.ts'
import { mostTogether } from '../read/filling-page.ts'

/** What is read of a list together. */
const page = { limit: 200, characters: mostTogether.characters, counted: false, previous: false } as const

/** Items that are not done. */
export const open: Where = { field: ['todo'], is: '=', value: 'open' }
const unpaused: Where = { field: ['notBefore'], is: '=', value: null }
const pausedUntil = (now: string): Where => ({ field: ['notBefore'], is: '<=', value: now })

/** The account of an item: the first part of its id. */
export const accountOf = ({ id }: Pick<Stored, 'id'>): string => partsOfId(id)[0]

type Find = Pick<ReadModels, 'find'>

/** The place after all items of an account in the order of ids: the semicolon follows the colon. `''`: the place before all items. */
const after = (account: string): string => (account === '' ? '' : `${account};`)

/** After all ids. */
const lastText = '\u{10ffff}'
const byId = (a: Stored, b: Stored): number => (a.id < b.id ? -1 : 1)

/** Pages of items in the order of their ids. An account with very many does not hide the others: each page begins with the account after those before it. */
async function* pagesFrom({ find }: Find, view: ViewRef, where: Where, place: string) {
  for (let from = place; ; ) {
    const query = { ...page, where }
    const found: Page = await find(view, from === '' ? query : { ...query, after: { value: null, id: from } })
    const last = found.hasNext ? found.documents.at(-1) : undefined
    const to = last && after(accountOf(last))
    yield { documents: found.documents, from, to }
    if (to === undefined) return
    from = to
  }
}

/**
 * Reads what is due at a time from a place on, page by page in the order of ids. Items whose pause has ended are usually few, and an index finds
 * them: those that are due later cost nothing. `to`: the place after a page; `isLast`: there is no other.
 */
const dueReader = async (readModels: Find, view: ViewRef, now: string) => {
  const ended = await readModels.find(view, {
    ...page,
    where: { all: [open, pausedUntil(now)] },
    sort: { field: ['notBefore'] },
  })
  const few = ended.hasNext ? [] : ended.documents
  const where: Where = { all: [open, ended.hasNext ? { any: [unpaused, pausedUntil(now)] } : unpaused] }
  return async function* (place: string) {
    for await (const { documents, from, to = lastText } of pagesFrom(readModels, view, where, place)) {
      const others = few.filter(({ id }) => id > from && id < to)
      yield { items: [...documents, ...others].sort(byId), to, isLast: to === lastText }
    }
  }
}

/** The items of a to-do list that are due at a time, by account, page by page: from the account after `last` on, then those up to it. */
export async function* dueItems(
  readModels: Find,
  view: ViewRef,
  now: string,
  last: string,
): AsyncGenerator<ReadonlyMap<string, readonly Stored[]>> {
  const dueFrom = await dueReader(readModels, view, now)
  const turn = after(last)
  let atEnd: readonly Stored[] = []
  if (turn !== '')
    for await (const { items, isLast } of dueFrom(turn)) {
      // those at the end of the order and at its beginning take turns together
      if (isLast) atEnd = items
      else if (items.length > 0) yield Map.groupBy(items, accountOf)
    }
  const end = turn === '' ? lastText : turn
  for await (const { items, to } of dueFrom('')) {
    const waiting = [...atEnd, ...items.filter(({ id }) => id < end)]
    atEnd = []
    if (waiting.length > 0) yield Map.groupBy(waiting, accountOf)
    if (to >= end) return
  }
}

/** The ISO time at which the next item becomes due that is not due yet; undefined if there is none. */
export const nextDue = async (readModels: Find, view: ViewRef, now: string): Promise<string | undefined> => {
  const later: Where = { all: [open, { field: ['notBefore'], is: '>', value: now }] }
  const { first } = await readModels.find(view, {
    where: later,
    sort: { field: ['notBefore'] },
    limit: 1,
    counted: false,
  })
  return first === undefined ? undefined : String(first.value)
}
