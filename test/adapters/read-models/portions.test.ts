import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { msToWrite, portionsOf } from '../../../src/adapters/read-models/mongodb/portions.ts'
import type { Change } from '../../../src/ports/read-models.ts'

const test = suite('portions of changes for MongoDB')
const changes = (count: number, characters: number): readonly Change[] => {
  const json = 'x'.repeat(characters)
  return Array.from({ length: count }, (_, n) => ({ id: String(n), json, position: BigInt(n) }))
}
const sizes = (all: readonly Change[]) => Array.from(portionsOf(all), portion => portion.length)

test('hold a thousand small documents, and fewer large ones', () => {
  assert.equal(sizes(changes(2_500, 10)), [1_000, 1_000, 500])
  assert.equal(sizes(changes(5, 2_000_000)), [2, 2, 1])
  assert.equal(sizes(changes(3, 8_000_000)), [1, 1, 1])
  assert.equal(sizes([]), [])
  assert.equal([...portionsOf(changes(7, 1_000_000))].flat(), changes(7, 1_000_000))
})

test('documents have time by their size, or a slow server would never be done with large ones', () => {
  assert.is(msToWrite(changes(100, 0)), 1_000)
  assert.is(msToWrite(changes(12, 8_000_000)), 12 * 10 + 96_000)
  assert.is(msToWrite([{ id: 'gone', json: undefined, position: 1n }]), 10)
})

test.run()
