import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { batchAppender } from '../../../src/adapters/event-log/sqlite/append-batch.ts'
import { recordedOf } from '../../../src/adapters/event-log/sqlite/event-row.ts'
import { type LogReader, logReader } from '../../../src/adapters/event-log/sqlite/read-log.ts'
import { openLog } from '../../../src/adapters/event-log/sqlite/schema.ts'
import { FileFault } from '../../../src/adapters/sqlite/file-fault.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'

type Context = { dir: string; db: ReturnType<typeof openLog>; reader: LogReader }
const test = suite<Context>('pages of the log for a replay')
const count = 40
const everything = { rows: 1_000, enough: Number.POSITIVE_INFINITY }
const isPlan = (stream: string) => stream.startsWith('plan-')

test.before.each(async context => {
  context.dir = await mkdtemp(join(tmpdir(), 'endcap-replay-'))
  context.db = openLog(join(context.dir, 'log.db'))
  const append = batchAppender(context.db)
  for (let n = 0; n < count; n++) {
    const data = JSON.stringify({ n, text: n % 10 === 9 ? 'x'.repeat(100_000) : 'short' })
    const metadata = JSON.stringify({ at: `2026-05-01T10:00:00.${100 + n}Z`, actor: 'key' })
    const stream = n % 4 === 0 ? 'note-1' : 'plan-1'
    const expected = n % 4 === 0 ? n / 4 - 1 : n - Math.floor(n / 4) - 2
    const { outcomes } = append([
      { stream, expected, expectedId: undefined, events: [`event-${n}`, 'Written', data, metadata] },
    ])
    assert.not.ok(outcomes.some(outcome => 'kind' in outcome))
  }
  context.reader = logReader(context.db)
})
test.after.each(async ({ dir, db }) => {
  db.close()
  await rm(dir, { recursive: true })
})

const whole = ({ id, stream, revision, position, type, data, metadata }: Recorded) => ({
  ...{ id, stream, revision, position, type, data, metadata },
})
const expectedIn = ({ reader }: Context) =>
  reader
    .readPage(0)
    .rows.filter(row => isPlan(row[3]))
    .map(row => whole(recordedOf(row)))

test('its events are those of the log, whatever is read of them first', context => {
  const { reader } = context
  const expected = expectedIn(context)
  assert.is(expected.length, 30)
  // ids and metadata one by one at first, then with the pages
  for (const rows of [7, 7, 1_000]) {
    const events: Recorded[] = []
    for (let position = 0, more = true; more; ) {
      const page = reader.replayPage(position, isPlan, { ...everything, rows })
      events.push(...page.events)
      position = page.scanned
      more = page.more
    }
    assert.equal(events.map(whole), expected)
  }
  const { events } = reader.replayPage(0, isPlan, everything)
  assert.equal(
    events.map(event => event.metadata.at),
    expected.map(event => event.metadata.at),
  )
  assert.is(events[0]?.data, events[0]?.data, 'JSON is parsed once')
})

test('a page ends with the event that makes it large enough', ({ reader }) => {
  const first = reader.replayPage(0, isPlan, { ...everything, enough: 50_000 })
  assert.equal([first.events.at(-1)?.id, first.scanned, first.more], ['event-9', 10, true])
  const next = reader.replayPage(first.scanned, isPlan, { ...everything, enough: 150_000 })
  assert.equal([next.events.at(-1)?.id, next.more], ['event-29', true])
  const last = reader.replayPage(next.scanned, isPlan, { ...everything, enough: 150_000 })
  assert.equal([last.events.at(-1)?.id, last.scanned, last.more], ['event-39', count, false])
  assert.equal(reader.replayPage(count, isPlan, everything), { events: [], scanned: count, more: false })
})

test('damaged JSON is found when it is read, and not before', ({ db, reader }) => {
  db.exec("UPDATE event SET data = '{', metadata = '[' WHERE position = 2")
  const [event] = reader.replayPage(0, isPlan, everything).events
  assert.is(event?.position, 2n)
  assert.throws(
    () => event?.data,
    (error: unknown) => error instanceof FileFault,
  )
  assert.throws(
    () => event?.metadata,
    (error: unknown) => error instanceof FileFault,
  )
})

test.run()
