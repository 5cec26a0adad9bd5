import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { keptReads } from '../../../src/adapters/read-models/kept-reads.ts'

const test = suite('kept reads')
const view = { name: 'notes', version: 1 }

/** Reads that are counted, of a view whose mark is set by the test. */
const counted = (most?: number) => {
  const marks = new Map<string, string | undefined>([['notes', 'a']])
  const once = keptReads(({ name }) => marks.get(name), most)
  let reads = 0
  const ask = (question: string, answer: unknown, of = view) =>
    once(
      of,
      question,
      async () => {
        reads++
        return answer
      },
      () => 10,
    )
  return { marks, ask, reads: () => reads }
}

test('a question is read once until documents of its view change', async () => {
  const { marks, ask, reads } = counted()
  assert.is(await ask('one', 'before'), 'before')
  assert.is(await ask('one', 'unread'), 'before')
  assert.is(reads(), 1)
  marks.set('notes', 'b')
  assert.is(await ask('one', 'after'), 'after')
  assert.is(reads(), 2)
})

test('questions, views and versions are told apart', async () => {
  const { marks, ask } = counted()
  marks.set('others', 'a')
  await ask('one', 1)
  assert.is(await ask('two', 2), 2)
  assert.is(await ask('one', 3, { name: 'others', version: 1 }), 3)
  assert.is(await ask('one', 4, { name: 'notes', version: 2 }), 4)
})

test('that there is no document is an answer, too', async () => {
  const { ask, reads } = counted()
  assert.is(await ask('gone', undefined), undefined)
  assert.is(await ask('gone', 'unread'), undefined)
  assert.is(reads(), 1)
})

test('a view whose state is not known is read each time', async () => {
  const { marks, ask, reads } = counted()
  marks.set('notes', undefined)
  await ask('one', 1)
  await ask('one', 1)
  assert.is(reads(), 2)
})

test('an answer that was read while its view changed is not taken for a later one', async () => {
  const { marks, ask } = counted()
  let finish = (_: unknown) => {}
  const slow = ask('one', new Promise(resolve => (finish = resolve)))
  marks.set('notes', 'b')
  finish('of before')
  await slow
  assert.is(await ask('one', 'of now'), 'of now')
})

test('what is kept is bounded: the answer that was used longest ago is dropped first', async () => {
  // each answer takes its 10 characters and those of its key
  const { ask, reads } = counted(60)
  for (const question of ['one', 'two', 'six']) await ask(question, question)
  assert.is(reads(), 3)
  await ask('six', 6)
  assert.is(reads(), 3)
  await ask('one', 1)
  assert.is(reads(), 4)
})

test.run()
