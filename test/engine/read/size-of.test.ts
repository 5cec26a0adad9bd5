import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sizeOf } from '../../../src/engine/read/size-of.ts'

const test = suite('the size of a value')

test('is about that of its JSON where texts and names make it up', () => {
  const value = {
    text: 'x'.repeat(50_000),
    list: Array.from({ length: 100 }, () => ({ headline: 'y'.repeat(90), n: 1 })),
  }
  const exact = JSON.stringify(value).length
  assert.ok(sizeOf(value) > 0.9 * exact && sizeOf(value) <= exact, `${sizeOf(value)} of ${exact}`)
})

test('is little for what is no text', () => {
  for (const value of [undefined, null, true, 1.5, [], {}]) assert.ok(sizeOf(value) <= 4)
})

test('bytes count as bytes', () => {
  assert.is(sizeOf(new Uint8Array(1_000)), 1_000)
})

test.run()
