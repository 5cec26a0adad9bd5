import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { exportsToArchive } from '../../../projections/exports/exports-to-archive.ts'
import { dueItems } from '../../../src/engine/react/due-items.ts'
import type { ViewRef } from '../../../src/ports/read-models.ts'
import { memoryReadModels } from '../../support/memory/read-models.ts'

const now = '2026-03-01T12:00:00.000Z'
const earlier = '2026-03-01T11:00:00.000Z'
const later = '2026-03-01T13:00:00.000Z'
const view: ViewRef = exportsToArchive
const test = suite('items that are due')

/** A list that notes what it is asked, and how many documents it gives. */
const listed = (items: Readonly<Record<string, object>>) => {
  const readModels = memoryReadModels()
  for (const [id, item] of Object.entries(items)) readModels.put(view, id, { todo: 'open', attempt: 0, ...item })
  let given = 0
  const find: typeof readModels.find = async (...args) => {
    const page = await readModels.find(...args)
    given += page.documents.length
    return page
  }
  return { find, given: () => given }
}
const named = (account: number) => `a${String(account).padStart(4, '0')}`
const many = (accounts: number, item: object) =>
  Object.fromEntries(Array.from({ length: accounts }, (_, n) => [`${named(n)}:1`, item]))

const round = async (find: ReturnType<typeof listed>['find'], last: string): Promise<readonly string[]> => {
  const ids: string[] = []
  for await (const due of dueItems({ find }, view, now, last))
    for (const items of due.values()) ids.push(...items.map(({ id }) => id))
  return ids
}

test('a look that has found enough among thousands of accounts reads no further', async () => {
  for (const accounts of [1_000, 4_000]) {
    const { find, given } = listed(many(accounts, {}))
    for await (const due of dueItems({ find }, view, now, '')) {
      assert.is(due.size, 200)
      break
    }
    assert.is(given(), 200, `of ${accounts}`)
  }
})

test('a round begins with the account after the last one, and has each item once', async () => {
  const items = {
    ...many(450, {}),
    ...Object.fromEntries([7, 300, 449].map(n => [`${named(n)}:2`, { notBefore: earlier }])),
  }
  const ids = await round(listed(items).find, named(300))
  assert.is(ids[0], `${named(301)}:1`)
  assert.equal(ids.slice(-2), [`${named(300)}:1`, `${named(300)}:2`])
  assert.equal([...ids].sort(), Object.keys(items).sort())
})

test('accounts whose names begin alike are in one round, too', async () => {
  const items = Object.fromEntries(
    ['a', 'a-b', 'a.c', 'a0'].flatMap(a => [
      [`${a}:1`, {}],
      [`${a}:2`, { notBefore: earlier }],
    ]),
  )
  for (const last of ['', 'a', 'a-b', 'a.c', 'a0', 'zz'])
    assert.equal([...(await round(listed(items).find, last))].sort(), Object.keys(items).sort(), last)
})

test('items that are due later are not given, also beside many whose pause has ended', async () => {
  for (const ended of [3, 500]) {
    const items = {
      ...many(ended, { notBefore: earlier }),
      'later:1': { notBefore: later },
      'done:1': { todo: 'done' },
    }
    assert.is((await round(listed(items).find, '')).length, ended)
  }
})

test.run()
