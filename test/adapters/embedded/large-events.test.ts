import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { streamPages } from '../../../src/adapters/embedded/log/stream-pages.ts'
import { batchAppender } from '../../../src/adapters/event-log/sqlite/append-batch.ts'
import type { EventRow } from '../../../src/adapters/event-log/sqlite/event-row.ts'
import { type LogReader, logReader } from '../../../src/adapters/event-log/sqlite/read-log.ts'
import { openLog } from '../../../src/adapters/event-log/sqlite/schema.ts'
import type { LogFilter } from '../../../src/ports/event-log.ts'

type Context = { dir: string; reader: LogReader; close(): void }
const test = suite<Context>('large events in the embedded log')
const events = 60
const largeBytes = 200_000
const metadata = JSON.stringify({ at: '2026-05-01T10:00:00.000Z' })
/** Every other event is large, and of a stream of its own. */
const streamOf = (n: number) => (n % 2 === 0 ? 'plan-acme:1' : 'note-acme:1')
const dataOf = (n: number) => JSON.stringify({ n, text: n % 2 === 0 ? 'ü'.repeat(largeBytes / 2) : '' })

test.before(async context => {
  context.dir = await mkdtemp(join(tmpdir(), 'endcap-large-events-'))
  const db = openLog(join(context.dir, 'log.db'))
  const append = batchAppender(db)
  for (let n = 0; n < events; n++) {
    const one = [`event-${n}`, 'Written', dataOf(n), metadata] as const
    append([{ stream: streamOf(n), expected: Math.floor(n / 2) - 1, expectedId: undefined, events: [...one] }])
  }
  context.reader = logReader(db)
  context.close = () => db.close()
})
test.after(async ({ dir, close }) => {
  close()
  await rm(dir, { recursive: true })
})

const numbers = (rows: readonly EventRow[]) => rows.map(row => Number(row[4].split('-')[1]))
const assertWhole = (rows: readonly EventRow[]) => {
  for (const [i, n] of numbers(rows).entries()) {
    assert.is(rows[i]?.[6], dataOf(n))
    assert.is(rows[i]?.[7], metadata)
  }
}
const every = Array.from({ length: events }, (_, n) => n)
const large = every.filter(n => n % 2 === 0)

for (const [name, filter, wanted] of [
  ['the log', {}, every],
  ['a filter that SQLite knows', { prefixes: ['plan-'] }, large],
  ['a filter of many names', { streams: ['plan-acme:1', ...Array.from({ length: 20 }, (_, i) => `pot-${i}`)] }, large],
] as readonly [string, LogFilter, readonly number[]][])
  test(`pages of ${name} hold only so many that they are as large as they may be`, ({ reader }) => {
    const rows: EventRow[] = []
    for (let position = 0, more = true; more; ) {
      const page = reader.readPage(position, filter, { rows: 1_000, bytes: 250_000 })
      assert.ok(page.rows.filter(row => row[6].length > 1_000).length <= 3, `${page.rows.length} rows`)
      rows.push(...page.rows)
      position = page.scanned
      more = page.more
    }
    assert.equal(numbers(rows), wanted)
    assertWhole(rows)
  })

test('pages of a stream do the same, and a short stream of large events is not read at once', async ({ reader }) => {
  const { streamHead, readEnd, walkBack, eventsAt } = reader
  const reads = {
    streamHead: async (...given: Parameters<typeof streamHead>) => streamHead(...given),
    readEnd: async (...given: Parameters<typeof readEnd>) => readEnd(...given),
    walkBack: async (...given: Parameters<typeof walkBack>) => walkBack(...given),
    eventsAt: async (...given: Parameters<typeof eventsAt>) => eventsAt(...given),
  }
  const pagesOf = (stream: string, from: number) => Array.fromAsync(streamPages(reads, stream, from))
  const pages = await pagesOf('plan-acme:1', 1)
  for (const page of pages) assert.ok(page.length <= 5, `${page.length} rows`)
  assert.equal(numbers(pages.flat()), large.slice(1))
  assertWhole(pages.flat())
  assert.is((await pagesOf('note-acme:1', 0)).length, 1)
  assert.equal(await pagesOf('plan-acme:1', 30), [])
  assert.equal(numbers((await pagesOf('plan-acme:1', 29)).flat()), [58])
})

test.run()
