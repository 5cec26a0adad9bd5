import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aggregateCache } from '../../../src/engine/write/aggregate-cache.ts'
import { openExecutor } from '../../../src/engine/write/execute.ts'
import { WrittenByNewer } from '../../../src/ports/store-away.ts'
import { watchedLog } from '../../support/memory/watched-log.ts'
import { stillClock } from '../../support/service/http.ts'
import { countedReads, notebook } from '../../support/waiting/notebook.ts'

const test = suite('the cache of aggregates')
const context = { actor: 'a', operation: 'o', correlationId: 'c', causationId: 'c' }

/** A log with notebooks of a number of pages each, and what is read of it. */
const notebooks = async (count: number, pages: number, letters: number) => {
  const watched = watchedLog()
  for (let n = 0; n < count; n++)
    for (let page = 0; page < pages; page++)
      await watched.elsewhere(`notebook-${n}`, 'Written', { page, text: 'x'.repeat(letters) })
  return { ...watched, ...countedReads(watched.log) }
}

test('holds as many bytes of states as it may, and forgets the least recently used first', async () => {
  const { log, read } = await notebooks(20, 2, 5_000)
  // each state takes a little more than 10,000 bytes
  const cache = aggregateCache(log, { maxBytes: 100_000 })
  const reads = async (...numbers: readonly number[]) => {
    read.length = 0
    for (const n of numbers) await cache.load(notebook, `notebook-${n}`)
    return read.map(({ stream }) => Number(stream.split('-')[1]))
  }
  const all = Array.from({ length: 20 }, (_, n) => n)
  assert.equal(await reads(...all), all)
  assert.equal(await reads(19, 18, 17, 16, 15, 14, 13, 12), [], 'the last ones are kept')
  assert.equal(await reads(0, 1, 2), [0, 1, 2], 'the first ones are not')
  assert.equal(await reads(12), [], 'what was used since is kept')
})

test('counts a state by its size when it grows, too', async () => {
  const { log, read } = await notebooks(4, 1, 10)
  const cache = aggregateCache(log, { maxBytes: 20_000 })
  for (let n = 0; n < 4; n++) await cache.load(notebook, `notebook-${n}`)
  read.length = 0
  cache.keep(notebook, 'notebook-3', { state: new Map([[1, 'x'.repeat(19_000)]]), revision: 0 }, 'id')
  for (let n = 0; n < 4; n++) await cache.load(notebook, `notebook-${n}`)
  assert.ok(read.length >= 2, 'the small ones had to go')
})

test('a state larger than the cache is loaded each time, and commands on it succeed', async () => {
  const { log } = await notebooks(1, 3, 10_000)
  const newWork = openExecutor(log, stillClock(), { maxBytes: 20_000 })
  for (let page = 10; page < 13; page++) {
    const work = newWork({ ...context, commandId: `11111111-1111-4111-8111-1111111111${page}` })
    assert.ok(E.isRight(await work.execute(notebook, '0', { page, text: 'more' })))
  }
  assert.is((await log.readStream('notebook-0')).length, 6)
})

test('all that wait for one stream share one fold, and see what was appended meanwhile', async () => {
  const { log, read, elsewhere } = await notebooks(1, 1, 10)
  const cache = aggregateCache(log)
  const first = cache.load(notebook, 'notebook-0')
  const others = Array.from({ length: 20 }, () => cache.load(notebook, 'notebook-0'))
  await first
  await elsewhere('notebook-0', 'Written', { page: 2, text: 'later' })
  await Promise.all(others)
  assert.is(read.filter(({ from }) => from === 0).length, 1)
  assert.is((await cache.load(notebook, 'notebook-0')).state.get(2), 'later')
})

test('who joins a fold that others began sees what was appended since', async () => {
  const { log, elsewhere } = await notebooks(1, 1, 10)
  let folds = 0
  const cache = aggregateCache({
    ...log,
    async *readStreamPages(stream, options) {
      yield* log.readStreamPages(stream, options)
      if (++folds === 1) await elsewhere(stream, 'Written', { page: 2, text: 'later' })
    },
  })
  const [, joined] = await Promise.all([cache.load(notebook, 'notebook-0'), cache.load(notebook, 'notebook-0')])
  assert.is(joined.state.get(2), 'later')
})

test('after a conflict only the events of the other writer are read', async () => {
  const { log, read, elsewhere, beforeAppend } = await notebooks(1, 30, 10)
  const newWork = openExecutor(log, stillClock())
  const write = (commandId: string, page: number) =>
    newWork({ ...context, commandId }).execute(notebook, '0', { page, text: 'mine' })
  assert.ok(E.isRight(await write('11111111-1111-4111-8111-111111111111', 100)))
  read.length = 0
  let others = 0
  beforeAppend(async () => {
    if (others++ < 3) await elsewhere('notebook-0', 'Written', { page: others, text: 'theirs' })
    return undefined
  })
  assert.ok(E.isRight(await write('22222222-2222-4222-8222-222222222222', 101)))
  assert.equal(
    read.map(({ from, events }) => [from, events]),
    [
      [31, 1],
      [32, 1],
      [33, 1],
    ],
  )
})

test('a log that has fewer events than before is read from the start', async () => {
  const { log } = await notebooks(1, 3, 10)
  const older = await notebooks(1, 1, 20)
  let current = log
  const cache = aggregateCache({
    ...log,
    streamHead: stream => current.streamHead(stream),
    readStreamPages: (stream, options) => current.readStreamPages(stream, options),
  })
  assert.is((await cache.load(notebook, 'notebook-0')).state.size, 3)
  current = older.log
  const before = { state: new Map([[0, 'x'.repeat(20)]]), revision: 0 }
  assert.equal(await cache.load(notebook, 'notebook-0'), before)
  const { state, revision } = await cache.peek(notebook, 'notebook-0')
  assert.equal({ state, revision }, before, 'the longer one is forgotten')
})

test('a type of events that only a newer release reads is reported once', async () => {
  const { log, elsewhere } = watchedLog()
  for (const n of [1, 2]) await elsewhere(`notebook-${n}`, 'Bound', {})
  const reported: string[] = []
  const cache = aggregateCache(log, { onNewer: ({ type }) => void reported.push(type) })
  for (const n of [1, 2, 1]) {
    const failed = await cache.load(notebook, `notebook-${n}`).catch(error => error)
    assert.instance(failed, WrittenByNewer)
  }
  assert.equal(reported, ['Bound'])
  const readStreamPages = () => {
    throw new Error('the disk is broken')
  }
  const broken = aggregateCache({ ...log, readStreamPages }, { onNewer: ({ type }) => void reported.push(type) })
  assert.match((await broken.load(notebook, 'notebook-3').catch(error => error)).message, 'the disk is broken')
  assert.is(reported.length, 1)
})

test('other work runs between the pages of a long stream', async () => {
  const { log } = await notebooks(1, 2_100, 1)
  let turns = 0
  let folding = true
  const tick = () => {
    turns++
    if (folding) setImmediate(tick)
  }
  setImmediate(tick)
  const { revision } = await aggregateCache(log).load(notebook, 'notebook-0')
  folding = false
  assert.is(revision, 2_099)
  assert.ok(turns >= 4, `the event loop turned ${turns} times`)
})

test.run()
