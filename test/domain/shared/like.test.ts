import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { likeMatcher } from '../../../src/domain/shared/like.ts'

const like = (text: string, pattern: string) => likeMatcher(pattern)(text)

test('a pattern without wildcards matches the whole text, ignoring case', () => {
  assert.ok(like('Summer', 'sUMMER'))
  assert.not(like('Summer', 'Summe'))
  assert.not(like('Summer', 'ummer'))
  assert.ok(like('', ''))
  assert.not(like('a', ''))
})

test('% matches any characters, or none', () => {
  for (const pattern of ['%', '%%', 'sum%', '%mer', '%um%', 's%m%r', 'summer%', '%summer', 's%%r', '%m%m%']) {
    assert.ok(like('Summer', pattern), pattern)
  }
  for (const pattern of ['win%', '%win', '%x%', 's%x%r', '%m%m%m%', 'summer_%', 'mer%sum']) {
    assert.not(like('Summer', pattern), pattern)
  }
})

test('matches before and after % must not overlap', () => {
  assert.not(like('aba', 'ab%ba'))
  assert.ok(like('abba', 'ab%ba'))
  assert.not(like('ab', 'ab%b'))
})

test('_ matches one character, including astral ones', () => {
  assert.ok(like('cat', 'c_t'))
  assert.not(like('ct', 'c_t'))
  assert.ok(like('a😀b', 'a_b'))
  assert.ok(like('a😀b', '%_b'))
  assert.not(like('a😀b', 'a__b'))
  assert.ok(like('x😀', 'x%_'))
  assert.ok(like('xay', '%_a_%'))
  assert.ok(like(`${'x'.repeat(50)}needle here`, '%n__dle%'))
})

test('ignores case beyond ASCII', () => {
  assert.ok(like('ÜBERRASCHUNG', 'über%'))
  assert.ok(like('ΟΔΟΣ', 'οδοσ'))
  assert.ok(like('οδός', '%Σ'))
})

test('letters are compared one by one, as in no language (HTTP-16)', () => {
  assert.ok(like('STRAẞE', 'straße'))
  for (const [text, pattern] of [
    ['Straße', 'strasse'],
    ['İzmir', 'izmir'],
    ['Isparta', 'ı%'],
  ] as const)
    assert.not(like(text, pattern), text)
})

test('all other characters match themselves, including those with a meaning in regular expressions', () => {
  assert.ok(like('a.b*(c)[d]\\', 'A.B*(C)[D]\\'))
  assert.not(like('axb', 'a.b'))
})

/** A slow reference implementation of `like`, directly from its definition. */
const byDefinition = (text: readonly string[], pattern: readonly string[]): boolean => {
  const [head, ...rest] = pattern
  if (head === undefined) return text.length === 0
  if (head === '%') return text.some((_, i) => byDefinition(text.slice(i), rest)) || byDefinition([], rest)
  return text.length > 0 && (head === '_' || head === text[0]) && byDefinition(text.slice(1), rest)
}

test('matches the reference implementation for any pattern', () => {
  const letters = fc.constantFrom('a', 'b', 'é', '😀')
  const patterns = fc.array(fc.oneof(letters, fc.constantFrom('%', '_')), { maxLength: 8 })
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 10 }), patterns, (text, pattern) => {
      assert.is(like(text.join(''), pattern.join('')), byDefinition(text, pattern))
    }),
    { numRuns: 3_000 },
  )
})

test('finds long segments across word boundaries of the search', () => {
  const letters = fc.constantFrom('a', 'b')
  const stretches = fc.array(fc.oneof(letters, fc.constant('_')), { minLength: 17, maxLength: 100 })
  const around = fc.array(letters, { maxLength: 120 })
  fc.assert(
    fc.property(around, stretches, around, (before, stretch, after) => {
      const text = [...before, ...stretch.map(c => (c === '_' ? 'b' : c)), ...after].join('')
      assert.ok(like(text, `%${stretch.join('')}%`))
      assert.not(like(text, `%${stretch.join('')}c%`))
    }),
  )
})

test('the search never backtracks over a long text', () => {
  const text = 'a'.repeat(1_000_000)
  for (const pattern of [
    `%${'a%'.repeat(100)}b`,
    `%${'a'.repeat(250)}b%`,
    `%${'_a'.repeat(120)}b%`,
    `${'%_'.repeat(120)}b`,
  ]) {
    assert.not(like(text, pattern))
  }
})

test.run()
