import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inlineLimits, pickInline } from '../../src/pages/pick-inline.ts'

const previews = fc.array(
  fc.record({
    creativeName: fc.constantFrom('a', 'b', 'c', 'd'),
    size: fc.oneof(fc.integer({ min: 0, max: 6_000_000 }), fc.constant(10)),
  }),
  { maxLength: 40 },
)

test('the chosen images stay within the limits of a mail', () => {
  fc.assert(
    fc.property(previews, all => {
      const { shown, more } = pickInline(all)
      assert.ok(shown.length <= 12)
      assert.ok(shown.reduce((sum, p) => sum + p.size, 0) <= 5 * 1024 * 1024)
      assert.is(shown.length + more, all.length)
      assert.equal(
        shown,
        all.filter(p => shown.includes(p)),
      )
      // No preview that would still fit is left out.
      const room = inlineLimits.bytes - shown.reduce((sum, p) => sum + p.size, 0)
      if (shown.length < 12) assert.ok(all.every(p => shown.includes(p) || p.size > room))
    }),
  )
})

test('one size of every creative comes before a second size of any', () => {
  const all = ['a', 'a', 'a', 'b', 'b', 'c'].map((creativeName, i) => ({ creativeName, size: 1, i }))
  const { shown, more } = pickInline(all, { pictures: 4, bytes: 100 })
  assert.equal(
    shown.map(p => p.i),
    [0, 1, 3, 5],
  )
  assert.is(more, 2)
})

test.run()
