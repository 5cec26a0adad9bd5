import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type FilterFields, parseFilters } from '../../src/list/filters.ts'
import type { Where } from '../../src/ports/read-models.ts'

const test = suite('filters')
const fields: FilterFields = {
  name: { type: 'string', path: ['name'] },
  count: { type: 'integer', path: ['count'] },
  live: { type: 'boolean', path: ['live'] },
  sites_siteId: { type: 'integer', path: ['site', 'id'] },
  'assetData.*': { type: 'string', path: ['assetData'] },
}
const parse = (sent: string | readonly string[] | undefined) => parseFilters(sent, fields)
const parsed = (sent: string | readonly string[] | undefined): readonly Where[] => {
  const result = parse(sent)
  if (E.isLeft(result)) throw new Error(result.left)
  return result.right
}
const refused = (sent: string | readonly string[]): boolean => E.isLeft(parse(sent))

test('all documented notations of a part are equivalent', () => {
  const contains = [{ field: ['name'], is: 'like', pattern: '%foo%' }]
  for (const text of ['name(like)foo', 'name like foo', 'name (like) foo', 'name(LIKE)foo', ' name  like  foo '])
    assert.equal(parsed(text), contains, text)
  for (const text of ['count(>=)3', 'count>=3', 'count >= 3', 'count (>=) 3'])
    assert.equal(parsed(text), [{ field: ['count'], is: '>=', value: 3 }], text)
  for (const text of ['name(in)x|y', 'name in x|y'])
    assert.equal(parsed(text), [{ field: ['name'], is: 'in', values: ['x', 'y'] }], text)
})

test('a single occurrence is split at commas; repeated ones are one part each', () => {
  assert.is(parsed('name=a,count=1').length, 2)
  assert.equal(parsed(['name=a,b', 'count=1']), [
    { field: ['name'], is: '=', value: 'a,b' },
    { field: ['count'], is: '=', value: 1 },
  ])
})

test('no filters give no conditions', () => {
  for (const none of [undefined, '', '  ', ['', '']]) assert.equal(parsed(none), [])
})

test('finds fields below a prefix and fields with another name', () => {
  assert.equal(parsed('assetData.Head.line (EUR)=x'), [
    { field: ['assetData', 'Head.line (EUR)'], is: '=', value: 'x' },
  ])
  assert.equal(parsed('sites_siteId=4'), [{ field: ['site', 'id'], is: '=', value: 4 }])
  assert.equal(parsed('live<>true'), [{ field: ['live'], is: '<>', value: true }])
})

test('keeps the caller’s wildcards', () => {
  assert.equal(parsed('name like a%'), [{ field: ['name'], is: 'like', pattern: 'a%' }])
  assert.equal(parsed('name like a_b'), [{ field: ['name'], is: 'like', pattern: 'a_b' }])
})

test('times are compared in the form in which they are stored', () => {
  const times: FilterFields = {
    made: { type: 'time', path: ['made'] },
    day: { type: 'day', path: ['day'] },
    old: { type: 'classicTime', path: ['old'] },
    at: { type: 'milliseconds', path: ['at'] },
  }
  const valueIn = (text: string) => {
    const read = parseFilters(text, times)
    if (E.isLeft(read)) throw new Error(read.left)
    return (read.right[0] as { value: unknown }).value
  }
  assert.is(valueIn('made>=2026-03-01'), '2026-03-01T00:00:00.000Z')
  assert.is(valueIn('made<2026-03-01T09:30:00Z'), '2026-03-01T09:30:00.000Z')
  assert.is(valueIn('day=2026-03-01'), '2026-03-01')
  assert.is(valueIn('old>2026-03-01 09:30:00.5'), '2026-03-01 09:30:00.5')
  assert.is(valueIn('at>1970-01-02'), 86_400_000)
  for (const text of ['made>soon', 'made=2026-02-30', 'day>=2026-03-01T09:30', 'old>2026-13-01', 'at like 2026'])
    assert.ok(E.isLeft(parseFilters(text, times)), text)
})

test('a refusal says which operators and fields there are', () => {
  const refusal = (text: string) => {
    const read = parse(text)
    return E.isLeft(read) ? read.left : ''
  }
  assert.match(refusal('name!=a'), /operator that does not exist.*<> for/)
  for (const part of ['name(!=)a', 'name (!=) a', 'name(==)a', 'count(=>)1'])
    assert.match(refusal(part), /operator that does not exist/, part)
  const unknown = 'names a field that this list cannot filter by'
  assert.is(refusal('nope=1'), `${unknown}; the fields are name, count, live, sites_siteId, assetData.<name>`)
  assert.equal(parseFilters('nope=1', {}), E.left(`${unknown}; it has none`))
})

test('refuses invalid filters', () => {
  const bad = [
    'nope=1',
    'name',
    '=1',
    'name<a',
    'live>true',
    'count like 1',
    'count=x',
    'count=1.5',
    'count=9007199254740993',
    'live=yes',
    'name=a,',
    'assetData.=x',
    '__proto__=1',
    'constructor.x=1',
    'count in 1|x',
    `name=${'x'.repeat(257)}`,
  ]
  for (const text of bad) assert.ok(refused(text), text)
  assert.ok(refused(Array(21).fill('name=a')))
  assert.not.ok(refused(Array(20).fill('name=a')))
  assert.not.ok(refused(`name=${'x'.repeat(256)}`))
  assert.not.ok(refused(`name=${'😀'.repeat(256)}`), 'an emoji is one character, as in the names that it may be in')
})

const value = fc
  .string({ maxLength: 256 })
  .map(s => s.trim())
  .filter(s => s.length > 0)
const name = fc.constantFrom('name', 'assetData.Headline', 'assetData.Price in EUR')

test('a repeated parameter preserves any value', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('name', 'assetData.Headline'),
      fc.constantFrom('=', '<>', '(=)', '( <> )'),
      value,
      (field, operator, text) => {
        // a character after a bare < or = could be part of the operator
        fc.pre(!operator.includes('(') ? !/^[<=>]/.test(text) : true)
        const [where] = parsed([`${field}${operator}${text}`, ''])
        assert.is((where as { value: unknown }).value, text)
      },
    ),
  )
})

test('never throws and never echoes the text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.tuple(name, fc.string(), fc.string()).map(parts => parts.join('')),
      ),
      text => {
        const result = parse(text)
        if (E.isLeft(result) && text.trim().length > 12) assert.not.ok(result.left.includes(text))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('parsing time is linear, even for hostile text', () => {
  const hostile = [
    ' '.repeat(100_000),
    `a${' '.repeat(100_000)}b`,
    `a${'('.repeat(100_000)}`,
    `a${' \t'.repeat(50_000)}b`,
    `a${' \u00a0'.repeat(50_000)}b`,
  ]
  const started = performance.now()
  for (const text of hostile) parse(text)
  // quadratic time would take minutes, so the bound is generous
  assert.ok(performance.now() - started < 5_000)
})

test.run()
