import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { linearSearch, textSearch } from '../../../src/domain/shared/text-search.ts'

test('finds what indexOf finds, in short and long texts of few letters', () => {
  const letters = (most: number) => fc.string({ unit: fc.constantFrom('a', 'b', '😀'), minLength: 1, maxLength: most })
  fc.assert(
    fc.property(letters(200), letters(40), fc.nat(20), (text, literal, from) => {
      assert.is(linearSearch(literal)(text, from), text.indexOf(literal, from))
      assert.is(textSearch(literal)(text, from), text.indexOf(literal, from))
    }),
    { numRuns: 3_000 },
  )
})

test('finds a long literal at its place in a text that contains most of it everywhere', () => {
  const literal = `${'a'.repeat(512)}b${'a'.repeat(511)}`
  assert.is(textSearch(literal)(`${'a'.repeat(5_000)}b${'a'.repeat(511)}`), 5_000 - 512)
  assert.is(textSearch(literal)(`${'a'.repeat(5_000)}b${'a'.repeat(510)}`), -1)
})

test('an empty literal is found at once, as indexOf finds it', () => {
  assert.is(textSearch('')('abc'), 0)
})

test('reads each character of the text once, however often it begins like the literal', () => {
  const length = 20_000
  let read = 0
  const text = {
    length,
    charCodeAt: () => {
      read++
      return 97
    },
  }
  assert.is(linearSearch(`${'a'.repeat(512)}b${'a'.repeat(511)}`)(text), -1)
  assert.is(read, length)
})

test.run()
