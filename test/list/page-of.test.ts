import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { pageOf } from '../../src/list/page-of.ts'

const items = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 60 }), name: fc.constantFrom('a', 'b', 'B') }), {
  selector: item => item.id,
  maxLength: 30,
})
const idOf = (item: Readonly<Record<string, unknown>>) => String(item.id)
const sort = { field: ['id'] }

test('paging forwards and backwards shows every item once and in order', () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 1, max: 7 }), (all, limit) => {
      const wanted = [...all].sort((a, b) => a.id - b.id).map(item => item.id)
      const forwards: number[] = []
      let page = pageOf(all, { sort, limit }, idOf)
      for (;;) {
        forwards.push(...page.documents.map(d => Number(d.id)))
        if (!page.hasNext || !page.last) break
        page = pageOf(all, { sort, limit, after: page.last }, idOf)
      }
      assert.equal(forwards, wanted)
      assert.is(page.count, all.length)
      const backwards = page.documents.map(d => Number(d.id))
      while (page.hasPrevious && page.first) {
        page = pageOf(all, { sort, limit, before: page.first }, idOf)
        backwards.unshift(...page.documents.map(d => Number(d.id)))
      }
      assert.equal(backwards, wanted)
    }),
  )
})

test('applies conditions and offsets', () => {
  const all = [1, 2, 3, 4].map(id => ({ id, name: id % 2 ? 'odd' : 'even' }))
  const where = { field: ['name'], is: 'like', pattern: 'E%' } as const
  assert.equal(
    pageOf(all, { where, sort, limit: 10 }, idOf).documents.map(d => d.id),
    ['2', '4'],
  )
  assert.equal(
    pageOf(all, { sort, limit: 2, offset: 1 }, idOf).documents.map(d => d.id),
    ['2', '3'],
  )
  const big = { field: ['id'], is: '>', value: 3 } as const
  assert.equal(
    pageOf(all, { where: big, sort, limit: 2 }, idOf).documents.map(d => d.id),
    ['4'],
  )
})

test('texts are in the order of read models, so the page before the end has the last of them, full-width letters too', () => {
  const names = ['Sale', 'sale', 'ß', '\u{ff33}ale', '\u{1f600}']
  const all = names.toReversed().map(name => ({ name }))
  const byName = { sort: { field: ['name'] }, limit: 2 }
  const shown = (query: Parameters<typeof pageOf>[1]) =>
    pageOf(all, query, ({ name }) => String(name)).documents.map(d => d.id)
  assert.equal(shown({ ...byName, limit: 9 }), names)
  const end = { value: '\u{10ffff}', id: '\u{10ffff}' }
  assert.equal(shown({ ...byName, before: end }), names.slice(-2))
})

test.run()
