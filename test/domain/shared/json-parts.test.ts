import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { jsonParts } from '../../../src/domain/shared/json-parts.ts'

const partsOf = (json: string) => {
  const bytes = Buffer.from(json)
  return [...jsonParts(bytes)].map(({ name, from, to }) => [name, JSON.parse(bytes.toString('utf8', from, to))])
}

test('the parts of an object are its members, and of a list its entries', () => {
  const object = { a: [], b: [[1, 2], { c: [3] }], 'd:,"{': { e: ['\\"', '}]'] }, f: '\\', g: [''], h: null }
  assert.equal(partsOf(JSON.stringify(object)), [
    ['b', [1, 2]],
    ['b', { c: [3] }],
    ['d:,"{', { e: ['\\"', '}]'] }],
    ['f', '\\'],
    ['g', ''],
    ['h', null],
  ])
  assert.equal(partsOf('{}'), [])
})

test('any JSON falls into the parts that it has', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), given => {
      const json = JSON.stringify(given)
      const members = Object.entries<unknown>(JSON.parse(json))
      const expected = members.flatMap(([name, value]) =>
        Array.isArray(value) ? value.map(entry => [name, entry]) : [[name, value]],
      )
      assert.equal(JSON.stringify(partsOf(json)), JSON.stringify(expected))
    }),
  )
})

test('JSON that ends in the middle ends with the parts before', () => {
  assert.equal(partsOf('{"a":1,"b":[2,"'), [
    ['a', 1],
    ['b', 2],
  ])
})

test.run()
