import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rangeOf } from '../../../src/http/response/ranges.ts'

test('a range is read as RFC 9110 defines it', () => {
  assert.equal(rangeOf('bytes=0-3', 10), { start: 0, end: 3 })
  assert.equal(rangeOf('bytes=4-', 10), { start: 4, end: 9 })
  assert.equal(rangeOf('bytes=-4', 10), { start: 6, end: 9 })
  assert.equal(rangeOf('bytes=-40', 10), { start: 0, end: 9 })
  assert.equal(rangeOf('bytes=8-400', 10), { start: 8, end: 9 })
})
test('a range outside the file is reported; an unsupported one gets the whole file', () => {
  for (const header of ['bytes=10-', 'bytes=10-12', 'bytes=-0']) assert.is(rangeOf(header, 10), 'none', header)
  assert.is(rangeOf('bytes=-1', 0), 'none')
  for (const header of ['bytes=-', 'bytes=3-2', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b', ''])
    assert.is(rangeOf(header, 10), undefined, header)
})
test('no requested range ever exceeds the file', () =>
  fc.assert(
    fc.property(fc.nat(50), fc.option(fc.nat(60)), fc.option(fc.nat(60)), (length, first, last) => {
      const range = rangeOf(`bytes=${first ?? ''}-${last ?? ''}`, length)
      if (range === undefined || range === 'none') return
      assert.ok(0 <= range.start && range.start <= range.end && range.end < length)
    }),
  ))

test.run()
