import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openScratch } from '../../../src/adapters/scratch/sqlite.ts'

const change = fc.record({
  view: fc.constantFrom('accounts', 'assets'),
  id: fc.constantFrom('a', 'b', 'ü:1', ''),
  json: fc.option(fc.json(), { nil: undefined }),
})

const idsIn = (page: readonly { readonly id: string }[]): readonly string[] => page.map(({ id }) => id)

test('a scratch behaves like a map for any sequence of writes, deletions, and is read in the order of ids', () => {
  fc.assert(
    fc.property(fc.array(change), fc.array(change), (written, asked) => {
      const scratch = openScratch()
      const expected = new Map<string, string>()
      for (const { view, id, json } of written) {
        scratch.write(view, [{ id, json, position: 1n }])
        if (json === undefined) expected.delete(`${view}/${id}`)
        else expected.set(`${view}/${id}`, json)
      }
      for (const { view, id } of asked) assert.is(scratch.load(view, [id])[0]?.json, expected.get(`${view}/${id}`))
      for (const view of ['accounts', 'assets']) {
        const ids = [...expected.keys()]
          .filter(key => key.startsWith(`${view}/`))
          .map(key => key.slice(view.length + 1))
        // an id that is empty comes before every page
        const after = ids.filter(id => id !== '').sort()
        assert.equal(idsIn(scratch.page(view, '', 10)), after)
        assert.equal(
          idsIn(scratch.page(view, '', 10, 'b')),
          after.filter(id => id <= 'b'),
        )
        assert.equal(idsIn(scratch.page(view, 'a', 1)), after.filter(id => id > 'a').slice(0, 1))
        for (const { id, json } of scratch.page(view, '', 10)) assert.is(json, expected.get(`${view}/${id}`))
      }
      scratch.close()
    }),
  )
})

test('large documents are read a few at a time', () => {
  const scratch = openScratch()
  const json = JSON.stringify('x'.repeat(1_500_000))
  scratch.write(
    'large',
    [...'abcdefg'].map(id => ({ id, json, position: 1n })),
  )
  const idsOf = (after: string) =>
    scratch
      .page('large', after, 500)
      .map(({ id }) => id)
      .join('')
  assert.equal([idsOf(''), idsOf('c'), idsOf('f'), idsOf('g')], ['abc', 'def', 'g', ''])
  scratch.close()
})

test.run()
