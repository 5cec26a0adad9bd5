import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { keySet } from '../../../src/adapters/feeds/key-set.ts'

test('a key is new once, as in a set of texts', () => {
  const key = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 4 }), fc.constantFrom('', 'a', 'a\u0000', '\u0000a'))
  fc.assert(
    fc.property(fc.array(key, { maxLength: 100 }), keys => {
      const texts = new Set<string>()
      const seen = keySet()
      for (const one of keys) {
        assert.is(seen.add(one), !texts.has(one), one)
        texts.add(one)
      }
    }),
  )
})

test('keys stay known while the set grows', () => {
  const seen = keySet()
  const count = 50_000
  for (let n = 0; n < count; n++) assert.ok(seen.add(`sku-${n}`))
  for (let n = 0; n < count; n++) assert.not.ok(seen.add(`sku-${n}`))
  assert.ok(seen.add('another'))
})

test.run()
