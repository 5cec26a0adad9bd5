import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fieldsOf } from '../../../src/adapters/read-models/mongodb/fields.ts'
import { portionsOf } from '../../../src/adapters/read-models/mongodb/write-documents.ts'
import { failureReason } from '../../../src/engine/read/failure-reason.ts'
import { type Change, DocumentTooLarge } from '../../../src/ports/read-models.ts'

const test = suite('portions of changes for MongoDB')
const view = { name: 'large', version: 1, indexes: [] }
const changes = (count: number, characters: number, id = 'x'): readonly Change[] => {
  const json = 'x'.repeat(characters)
  return Array.from({ length: count }, (_, n) => ({ id: `${id}${n}`, json, position: BigInt(n) }))
}
const written = (list: readonly Change[]) => ({
  view,
  to: { collection: 'c', fields: fieldsOf([]), position: 0n },
  changes: list,
})
const sizes = (...lists: (readonly Change[])[]) =>
  Array.from(portionsOf(lists.map(written)), portions => portions.map(({ rows }) => rows.length).join('+'))

test('hold a thousand small documents, and fewer large ones, of several views', () => {
  assert.equal(sizes(changes(2_500, 10)), ['1000', '1000', '500'])
  assert.equal(sizes(changes(5, 2_000_000)), ['2', '2', '1'])
  assert.equal(sizes(changes(3, 8_000_000)), ['1', '1', '1'])
  assert.equal(sizes(changes(900, 10), changes(0, 10), changes(200, 10)), ['900+100', '100'])
  assert.equal(sizes([]), [])
})

test('are made while they are written, so that few are in memory', () => {
  let made = 0
  function* many() {
    for (const change of changes(5_000, 10)) {
      made++
      yield change
    }
  }
  const { to } = written([])
  portionsOf([{ view, to, changes: many() }]).next()
  assert.is(made, 1_000)
})

test('a document that the server would refuse stops its own view', () => {
  let refused: unknown
  try {
    sizes(changes(1, 16 * 2 ** 20, 'acme:ann@shop.example'))
  } catch (error) {
    refused = error
  }
  assert.instance(refused, DocumentTooLarge)
  assert.is((refused as DocumentTooLarge).view, view)
  // anyone may read it at /readyz
  assert.is(
    failureReason(refused),
    `DocumentTooLarge: a document of the view ${view.name} has more than 16711680 bytes`,
  )
  assert.equal(sizes(changes(1, 16_000_000)), ['1'])
})

test.run()
