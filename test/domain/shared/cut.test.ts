import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cut, cutToBytes } from '../../../src/domain/shared/cut.ts'
import { zipFilename } from '../../../src/rendering/zip-of-drawings.ts'

test('a text is cut before a character that does not fit whole', () => {
  assert.equal(
    [0, 1, 2, 3, 4, 9].map(max => cut('a🎈b', max)),
    ['', 'a', 'a', 'a🎈', 'a🎈b', 'a🎈b'],
  )
})

test('a cut text begins like the text, is well-formed, and lacks less than a character', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, max) => {
      const short = cut(text, max)
      assert.ok(short.isWellFormed())
      assert.ok(text.startsWith(short))
      assert.ok(short.length >= Math.min(text.length, max) - 1 && short.length <= max)
    }),
  ))

test('a text is cut to bytes at the end of a character', () => {
  assert.equal(
    [0, 1, 4, 5, 6, 9].map(max => cutToBytes('a🎈b', max)),
    ['', 'a', 'a', 'a🎈', 'a🎈b', 'a🎈b'],
  )
  assert.is(cutToBytes('ü'.repeat(1_000), 241), 'ü'.repeat(120))
})

test('half characters within a text are replaced', () => assert.is(cut('a\ud83db\udf88', 10), 'a\ufffdb\ufffd'))

test('the filename of a ZIP has whole characters, so that its address can be written', () => {
  const name = zipFilename(`${'a'.repeat(79)}𝒜`, 'png', 1)
  assert.is(encodeURIComponent(name), `${'a'.repeat(79)}_png.zip`)
})

test.run()
