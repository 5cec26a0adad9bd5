import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { heldView } from '../../../src/engine/read/held-view.ts'
import { projection } from '../../../src/engine/read/projection.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'

const test = suite('documents that are held while a view is built')

const texts = projection<string>({
  name: 'texts',
  version: 1,
  codec: t.string,
  indexes: [],
  categories: ['text'],
  idOf: ({ stream }) => stream,
  evolve: (_, { data }) => data as unknown as string,
})
const perPage = 250
const event = (id: string, text: string) => ({ id, event: { position: 1n, data: text } as unknown as Recorded })
/** A page of events, each of which makes a document of its own, and the last one `last`. */
const page = (n: number, text: string, last = event(`${n}-last`, text)) => {
  const others = Array.from({ length: perPage - 1 }, (_, i) => event(`${n}-${i}`, text))
  return { projection: texts, steps: [...others, last] }
}

test('many large documents fill the memory, though only one of each page is measured', () => {
  const view = heldView(texts, () => [], false)
  for (let n = 0; n < 4; n++) assert.is(view.follow(page(n, 'x'.repeat(150_000))), undefined)
  // 150 million characters of 44 million
  assert.ok(view.fullness() > 3, `${view.fullness()}`)
})

test('a large document that many events change is counted once', () => {
  const hot = event('hot', 'x'.repeat(8_000_000))
  const stored = [{ id: 'hot', json: JSON.stringify(hot.event.data) }]
  const view = heldView(texts, ids => stored.filter(({ id }) => ids.includes(id)), true)
  for (let n = 0; n < 10; n++) assert.is(view.follow(page(n, 'x', hot)), undefined)
  assert.ok(view.fullness() < 0.5, `${view.fullness()}`)
})

test.run()
