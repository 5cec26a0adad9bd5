import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { idsOfLog, repeatedEvents } from '../../src/audit/verify/repeated-ids.ts'
import { memoryLog } from '../support/memory/log.ts'

const metadata = { at: '', actor: 'a', operation: 'o', correlationId: 'c', causationId: 'c', schemaVersion: 1 }

test('among many ids, exactly those that repeat are suspects, and the later events are named', async () => {
  const log = memoryLog()
  const twice = randomUUID()
  const append = (stream: string, id: string, expected: number) =>
    log.append(stream, [{ id, type: 'Named', data: {}, metadata }], expected)
  await append('thing-1', twice, -1)
  await append('thing-1', randomUUID(), 0)
  await append('thing-1', twice, 1)
  await append('thing-2', twice, -1)
  const ids = idsOfLog()
  for (let i = 0; i < 5_000; i++) ids.add(randomUUID())
  assert.is(ids.suspects().size, 0)
  for (const { id } of log.events) ids.add(id)
  const suspects = ids.suspects()
  assert.is(suspects.size, 1)
  assert.equal(
    (await repeatedEvents(log, 4n, suspects)).map(fault => fault.where),
    ['thing-1@2', 'thing-2@0'],
  )
  assert.equal(
    (await repeatedEvents(log, 3n, suspects)).map(fault => fault.where),
    ['thing-1@2'],
    'only up to the head',
  )
})

test('a log without repeats is not read again', async () => {
  const log = memoryLog()
  const readAll = () => assert.unreachable('the log was read') as never
  assert.equal(await repeatedEvents({ ...log, readAll }, 10n, new Set()), [])
})

test.run()
