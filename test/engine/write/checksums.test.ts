import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checksumOf, checksumOfText, withChecksums } from '../../../src/engine/write/checksums.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'
import { written } from '../../adapters/event-log.contract.ts'
import { memoryLog } from '../../support/memory/log.ts'

const test = suite('checksums of events')

const recorded = async (): Promise<readonly Recorded[]> => {
  const log = memoryLog()
  const checked = withChecksums(log)
  for (const [expected, data] of [
    [-1, { price: 1.5, seen: undefined }],
    [0, undefined],
  ] as const)
    assert.ok(E.isRight(await checked.append('note-a', [written(data)], expected)))
  assert.ok(E.isRight(await checked.append('note-b', [written(1), written('é')], -1)))
  // as a store returns them
  return JSON.parse(
    JSON.stringify(log.events.map(({ position, ...event }) => ({ ...event, position: Number(position) }))),
  )
}

test('each event is appended with the checksum that it has when it is read', async () => {
  const events = await recorded()
  assert.is(events.length, 4)
  for (const event of events) {
    assert.match(event.metadata.checksum ?? '', /^[\w-]{22}$/)
    assert.is(event.metadata.checksum, checksumOf(event))
  }
})

test('the text of an event has the checksum of the event, wherever that is in its metadata', async () => {
  for (const event of await recorded()) {
    const { checksum, ...others } = event.metadata
    const data = JSON.stringify(event.data ?? null)
    for (const metadata of [event.metadata, { checksum, ...others }])
      assert.is(checksumOfText(event, { ...event, data, metadata: JSON.stringify(metadata), hash: '' }), checksum)
    const changed = { ...event, data: `${data} `, metadata: JSON.stringify(event.metadata), hash: '' }
    assert.is.not(checksumOfText(event, changed), checksum)
  }
})

test('any change of an event changes its checksum', async () => {
  const [event] = await recorded()
  const changes: readonly Partial<Recorded>[] = [
    { id: event!.id.replace(/^./, first => (first === '0' ? '1' : '0')) },
    { stream: 'note-c' },
    { revision: 1 },
    { type: 'NoteErased' },
    { data: { price: 1.6 } },
    { data: { price: '1.5' } },
    { metadata: { ...event!.metadata, at: '2026-03-01T10:00:00.001Z' } },
    { metadata: { ...event!.metadata, schemaVersion: 2 } },
  ]
  const checksums = changes.map(change => checksumOf({ ...event!, ...change }))
  assert.is(new Set([...checksums, checksumOf(event!)]).size, changes.length + 1)
})

test.run()
