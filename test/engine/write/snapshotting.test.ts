import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openExecutor } from '../../../src/engine/write/execute.ts'
import type { EventLog } from '../../../src/ports/event-log.ts'
import { comesTrue } from '../../support/memory/node.ts'
import { watchedLog } from '../../support/memory/watched-log.ts'
import { stillClock } from '../../support/service/http.ts'
import { countedReads, memorySnapshots, notebook, snapshotEvery } from '../../support/waiting/notebook.ts'

const test = suite('snapshots of long streams')

/** A node that has just started: a log, the snapshots that it finds, and what it reports. */
const startedOn = (on: EventLog, snapshots: ReturnType<typeof memorySnapshots>['snapshots']) => {
  const { log, read, events } = countedReads(on)
  const faults: unknown[] = []
  const newWork = openExecutor(log, stillClock(), { snapshots, onSnapshotFault: error => void faults.push(error) })
  const work = () =>
    newWork({ actor: 'a', operation: 'o', commandId: randomUUID(), correlationId: 'c', causationId: 'c' })
  return {
    read,
    faults,
    eventsRead: events,
    state: async () => (await work().load(notebook, 'n')).state,
    write: async (page: number, text: string) => {
      const done = await work().execute(notebook, 'n', { page, text })
      assert.ok(E.isRight(done), E.isLeft(done) ? done.left.detail : '')
    },
  }
}
/** A notebook of ten pages that was written often, and the snapshots of the node that wrote it. */
const written = async (times: number) => {
  const { log, elsewhere, events } = watchedLog()
  const memory = memorySnapshots()
  const writer = startedOn(log, memory.snapshots)
  for (let i = 0; i < times; i++) await writer.write(i % 10, `text ${i}`)
  return { log, elsewhere, events, writer, ...memory }
}

test('a stream gets a snapshot after some events, and a new one after as many again', async () => {
  const { kept, steered, writer } = await written(snapshotEvery - 1)
  assert.is(steered.writes, 0)
  await writer.write(1, 'the last one')
  await comesTrue(() => kept.get('notebook-n')?.place.revision === snapshotEvery - 1, 'the first snapshot')
  for (let i = 0; i < snapshotEvery; i++) await writer.write(i % 10, `again ${i}`)
  await comesTrue(() => kept.get('notebook-n')?.place.revision === 2 * snapshotEvery - 1, 'the second snapshot')
  assert.is(steered.writes, 2)
})

test('a node that starts reads the snapshot and only the events after it', async () => {
  const { log, snapshots, writer } = await written(snapshotEvery + 7)
  const started = startedOn(log, snapshots)
  assert.equal(await started.state(), await writer.state())
  assert.is(started.eventsRead(), 7)
  await started.write(3, 'goes on')
  assert.is((await writer.state()).get(3), 'goes on')
})

test('without a snapshot a long stream is folded once, and then has one', async () => {
  const { log, writer } = await written(3 * snapshotEvery)
  const { snapshots, kept } = memorySnapshots()
  const first = startedOn(log, snapshots)
  assert.equal(await first.state(), await writer.state())
  assert.is(first.eventsRead(), 3 * snapshotEvery)
  assert.is(kept.get('notebook-n')?.place.revision, 3 * snapshotEvery - 1)
  const second = startedOn(log, snapshots)
  assert.equal(await second.state(), await writer.state())
  assert.is(second.eventsRead(), 0)
})

test('a short stream has no snapshot and looks for none', async () => {
  const { log, snapshots, steered } = await written(5)
  steered.fault = new Error('must not be asked')
  const started = startedOn(log, snapshots)
  assert.is((await started.state()).size, 5)
  assert.equal(started.faults, [])
})

test('a snapshot of another history is not used', async () => {
  const { snapshots } = await written(snapshotEvery)
  // the log was restored from an older backup, and written again
  const restored = await written(snapshotEvery)
  const elsewhere = startedOn(restored.log, snapshots)
  assert.equal(await elsewhere.state(), await restored.writer.state())
  assert.is(elsewhere.eventsRead(), snapshotEvery)
})

test('a snapshot beyond the end of the log is not used', async () => {
  const { snapshots } = await written(4 * snapshotEvery)
  const restored = await written(snapshotEvery + 1)
  const started = startedOn(restored.log, snapshots)
  assert.equal(await started.state(), await restored.writer.state())
})

test('when snapshots can be neither read nor written, everything works and the fault is reported', async () => {
  const { log, snapshots, steered, writer } = await written(snapshotEvery + 1)
  steered.fault = new Error('the disk is full')
  const started = startedOn(log, snapshots)
  assert.equal(await started.state(), await writer.state())
  for (let i = 0; i < 20; i++) await started.write(1, `more ${i}`)
  assert.equal(
    started.faults.map(String),
    ['Error: the disk is full', 'Error: the disk is full'],
    'once for reading and once for writing, not once a command',
  )
})

test('a snapshot that is being written does not hold up commands, nor does a second one begin', async () => {
  const { log } = await written(0)
  const { snapshots, kept } = memorySnapshots()
  let finish = () => {}
  let begun = 0
  const slow = new Promise<void>(resolve => {
    finish = resolve
  })
  const node = startedOn(log, {
    ...snapshots,
    async write(...all) {
      begun++
      await slow
      await snapshots.write(...all)
    },
  })
  for (let i = 0; i < 3 * snapshotEvery; i++) await node.write(i % 10, `text ${i}`)
  assert.equal([begun, kept.size], [1, 0])
  finish()
  await comesTrue(() => kept.size === 1, 'the snapshot')
})

test('what decisions need of a long stream is computed before the first one, and nothing of a short one', async () => {
  const { log, writer } = await written(snapshotEvery)
  let steps = 0
  const how = notebook.snapshots as NonNullable<typeof notebook.snapshots>
  const settling = () =>
    Array.from({ length: 3 })
      .keys()
      .map(() => ++steps)
  const slow = { ...notebook, snapshots: { ...how, settling } }
  const newWork = openExecutor(log, stillClock())
  const context = { actor: 'a', operation: 'o', correlationId: 'c', causationId: 'c' }
  const load = (id: string) => newWork({ ...context, commandId: randomUUID() }).load(slow, id)
  await load('short')
  assert.is(steps, 0)
  assert.equal((await load('n')).state, await writer.state())
  assert.is(steps, 3)
})

test.run()
