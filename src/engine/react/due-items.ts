import { partsOfId } from '../../domain/shared/parts-of-id.ts'
import type { Key, ReadModels, Stored, ViewRef, Where } from '../../ports/read-models.ts'

const pageSize = 200

/** Items that are not done. */
export const open: Where = { field: ['todo'], is: '=', value: 'open' }
/** The items that are due now: a list may hold many that are due later. */
const dueAt = (now: string): Where => ({
  all: [
    open,
    {
      any: [
        { field: ['notBefore'], is: '=', value: null },
        { field: ['notBefore'], is: '<=', value: now },
      ],
    },
  ],
})

/** The account of an item: the first part of its id. */
export const accountOf = ({ id }: Pick<Stored, 'id'>): string => partsOfId(id)[0]

/** The place after all items of an account. */
const afterAccount = (accountId: string): Key => ({ value: null, id: `${accountId};` })

/**
 * The items of a to-do list that are due at a time, by account. An account with very many does not hide the others: each
 * page begins with the account after those of the page before it.
 */
export const dueItems = async (
  readModels: Pick<ReadModels, 'find'>,
  view: ViewRef,
  now: string,
): Promise<ReadonlyMap<string, readonly Stored[]>> => {
  const found: Stored[] = []
  const where = dueAt(now)
  for (let after: Key | undefined; ; ) {
    const query = { where, limit: pageSize, counted: false } as const
    const { documents, hasNext } = await readModels.find(view, after === undefined ? query : { ...query, after })
    found.push(...documents)
    const last = documents.at(-1)
    if (!hasNext || last === undefined) return Map.groupBy(found, accountOf)
    after = afterAccount(accountOf(last))
  }
}

/** The ISO time at which the next item becomes due that is not due yet; undefined if there is none. */
export const nextDue = async (
  readModels: Pick<ReadModels, 'find'>,
  view: ViewRef,
  now: string,
): Promise<string | undefined> => {
  const later: Where = { all: [open, { field: ['notBefore'], is: '>', value: now }] }
  const { first } = await readModels.find(view, {
    where: later,
    sort: { field: ['notBefore'] },
    limit: 1,
    counted: false,
  })
  return first === undefined ? undefined : String(first.value)
}
