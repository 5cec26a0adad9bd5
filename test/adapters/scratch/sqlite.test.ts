import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openScratch } from '../../../src/adapters/scratch/sqlite.ts'

const change = fc.record({
  view: fc.constantFrom('accounts', 'assets'),
  id: fc.constantFrom('a', 'b', 'ü:1', ''),
  json: fc.option(fc.json(), { nil: undefined }),
})

test('a scratch behaves like a map for any sequence of writes, deletions and takes', () => {
  fc.assert(
    fc.property(fc.array(change), fc.array(change), (written, taken) => {
      const scratch = openScratch()
      const expected = new Map<string, string>()
      for (const { view, id, json } of written) {
        scratch.write(view, [{ id, json, position: 1n }])
        if (json === undefined) expected.delete(`${view}/${id}`)
        else expected.set(`${view}/${id}`, json)
      }
      for (const { view, id } of taken) {
        assert.is(scratch.load(view, [id])[0]?.json, expected.get(`${view}/${id}`))
        assert.is(scratch.take(view, id), expected.get(`${view}/${id}`))
        expected.delete(`${view}/${id}`)
      }
      const left = ['accounts', 'assets'].flatMap(view => [...scratch.left(view)].map(id => `${view}/${id}`))
      assert.equal(left.sort(), [...expected.keys()].sort())
      scratch.close()
    }),
  )
})

test.run()
