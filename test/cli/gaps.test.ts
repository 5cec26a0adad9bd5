import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { reportingGaps } from '../../src/cli/gaps.ts'
import { openEmbeddedStores } from '../../src/node/stores/embedded-stores.ts'
import type { EventLog, NewEvent } from '../../src/ports/event-log.ts'
import { StreamBroken } from '../../src/ports/store-away.ts'
import { memoryLog } from '../support/memory/log.ts'

const test = suite('streams with a gap')
const metadata = {
  at: '2026-05-01T10:00:00.000Z',
  actor: 'admin',
  operation: 'putAccount',
  correlationId: 'c',
  causationId: 'c',
  schemaVersion: 1,
}
const events = (count: number): readonly NewEvent[] =>
  Array.from({ length: count }, () => ({ id: randomUUID(), type: 'Happened', data: {}, metadata }))

const refusalOf = async (read: Promise<unknown>): Promise<string> =>
  read.then(
    () => assert.unreachable('the gap was not seen') as never,
    error => {
      assert.instance(error, StreamBroken)
      return error.message
    },
  )
const paged = async (log: EventLog, stream: string): Promise<number> => {
  let read = 0
  for await (const page of log.readStreamPages(stream)) read += page.length
  return read
}
const remedy = 'Restore a backup; endcap verify lists every fault of the log.'

test('a stream that lacks events in the embedded log is reported by name, short or long', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'endcap-gaps-'))
  const filled = await openEmbeddedStores({ dataDir, projections: undefined }, {})
  for (const [stream, count] of [
    ['test-short', 4],
    ['test-long', 600],
    ['test-whole', 3],
  ] as const)
    await filled.log.append(stream, events(count), -1)
  await filled.close()
  const db = new Database(join(dataDir, 'log.db'))
  db.exec(`DELETE FROM event WHERE stream = 'test-short' AND revision IN (1, 2);
    DELETE FROM event WHERE stream = 'test-long' AND revision = 450`)
  db.close()
  const stores = await openEmbeddedStores({ dataDir, projections: undefined }, {})
  const log = reportingGaps(stores.log)
  try {
    assert.is(
      await refusalOf(log.readStream('test-short')),
      `test-short has a gap: the log lacks revisions 1 to 2. ${remedy}`,
    )
    assert.is(await refusalOf(paged(log, 'test-long')), `test-long has a gap: the log lacks revision 450. ${remedy}`)
    assert.is((await log.readStream('test-whole')).length, 3)
    assert.is(await paged(log, 'test-whole'), 3)
  } finally {
    await stores.close()
    await rm(dataDir, { recursive: true })
  }
})

test('so is one that any other log answers with a gap', async () => {
  const whole = memoryLog()
  await whole.append('test-one', events(5), -1)
  const log = reportingGaps({
    ...whole,
    readStream: async (stream, options) =>
      (await whole.readStream(stream, options)).filter(({ revision }) => revision !== 2),
    async *readStreamPages(stream, options) {
      for await (const page of whole.readStreamPages(stream, options)) yield page.slice(1)
    },
  })
  assert.is(await refusalOf(log.readStream('test-one')), `test-one has a gap: the log lacks revision 2. ${remedy}`)
  assert.match(await refusalOf(log.readStream('test-one', { backwards: true })), /lacks revision 2\./)
  assert.is((await log.readStream('test-one', { from: 3 })).length, 2)
  assert.match(await refusalOf(paged(log, 'test-one')), /lacks revision 0\./)
})

test.run()
