import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Condition, type MadeFilters, madeWhere, mostCompared } from '../../src/list/made-fields.ts'
import { itemMatcher, pageOf } from '../../src/list/page-of.ts'
import type { Where } from '../../src/ports/read-models.ts'

const scope: Where = { field: ['account'], is: '=', value: 'acme' }
const isEven: Condition = { field: ['even'], is: '=', value: true }
const below = (value: number): Where => ({ field: ['n'], is: '<', value })
const everything: Where = { all: [] }

/** A list of numbers, whose items say whether they are even. */
const numbers = (count: number, over: Partial<MadeFilters> = {}) => {
  const stored = Array.from({ length: count }, (_, n) => ({ n, account: n % 3 === 0 ? 'other' : 'acme' }))
  const made: number[] = []
  const filters: MadeFilters = {
    scope,
    filters: [isEven],
    isMade: (where): where is Condition => 'field' in where && where.field[0] === 'even',
    sort: { field: ['n'] },
    narrowing: {},
    find: async query => pageOf(stored, query, ({ n }) => String(n).padStart(6, '0')),
    items: async documents => {
      const read: number[] = documents.map(({ json }) => JSON.parse(json).n)
      made.push(...read)
      return read.map(n => ({ even: n % 2 === 0 }))
    },
    ...over,
  }
  const found = async () => {
    const where = await madeWhere(filters)
    if (E.isLeft(where)) throw new Error(where.left.code)
    return stored.filter(itemMatcher(where.right)).map(({ n }) => n)
  }
  return {
    found,
    made,
    of: filters,
    expected: stored.filter(({ n, account }) => n % 2 === 0 && account === 'acme').map(({ n }) => n),
  }
}

test('a made field is compared in every item of the scope, over all pages, and in none twice', async () => {
  const { found, made, expected } = numbers(2_400)
  assert.equal(await found(), expected)
  assert.is(made.length, 1_600)
})
test('stored filters are met first, so that only the rest is compared', async () => {
  const { found, made } = numbers(9_000, { filters: [isEven, below(10)] })
  assert.equal(await found(), [2, 4, 8])
  assert.equal(made, [1, 2, 4, 5, 7, 8])
})
test('what is known of a made field narrows what is compared; what it says exactly compares nothing', async () => {
  const narrowed = numbers(9_000, { narrowing: { even: () => ({ where: below(10) }) } })
  assert.equal(await narrowed.found(), [2, 4, 8])
  const exact = numbers(9_000, { narrowing: { even: () => ({ where: below(3), exact: true }) } })
  assert.equal([await exact.found(), exact.made], [[1, 2], []])
  const all = numbers(9_000, { narrowing: { even: () => ({ where: everything, exact: true }) } })
  assert.is((await all.found()).length, 6_000)
})
test('more items than a request may compare are refused before any is made', async () => {
  const { of, made } = numbers((mostCompared + 2) * 1.5)
  const where = await madeWhere(of)
  assert.is(E.isLeft(where) && where.left.code, 'invalid-request')
  assert.equal(made, [])
})

test.run()
