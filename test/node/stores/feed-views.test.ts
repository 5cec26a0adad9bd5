import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Rebuild } from '../../../src/adapters/read-models/mongodb/rebuild.ts'
import { viewFeeder } from '../../../src/node/stores/feed-views.ts'
import { viewBuilder } from '../../../src/node/stores/view-builder.ts'
import type { Position } from '../../../src/ports/event-log.ts'
import type { Feeding } from '../../../src/ports/read-models.ts'
import { notes } from '../../adapters/embedded/notes.ts'
import { written } from '../../adapters/event-log.contract.ts'
import { memoryLog } from '../../support/memory/log.ts'
import { settles } from '../../support/memory/node.ts'

const eventsInLog = 4

/** A node whose log gives an event each time that a test asks, and which has one view to build. */
const buildingNode = async () => {
  const log = memoryLog()
  for (let n = 0; n < eventsInLog; n++) await log.append(`note-${n}`, [written(n)], -1)
  const counts = { begun: 0, read: 0, written: 0, fed: 0 }
  const errors: unknown[] = []
  let checkpoint: Position = 0n
  let isServed = false
  let fails = false
  let next = Promise.withResolvers<void>()
  const slowLog = {
    ...log,
    async *readAll(wanted?: Parameters<typeof log.readAll>[0]) {
      for await (const event of log.readAll(wanted)) {
        await next.promise
        counts.read += 1
        yield event
      }
    },
  }
  const rebuild = (): Rebuild => ({
    checkpoint,
    fresh: checkpoint === 0n,
    latest: async () => [],
    apply: async (_, __, to) => {
      if (fails) throw new Error('the server is unavailable')
      counts.written += 1
      checkpoint = to
      return to
    },
    swap: async () => {
      isServed = true
      return true
    },
    hold: async () => undefined,
    goOn: async () => undefined,
  })
  const beginRebuild = async () => {
    counts.begun += 1
    return rebuild()
  }
  const { build } = viewBuilder(slowLog, { beginRebuild })
  const feeding: Feeding = {
    begin: async views => {
      counts.fed += 1
      return new Map(views.map(view => [view, checkpoint]))
    },
    latest: async () => [],
    apply: async () => undefined,
    leave: async () => undefined,
    onChanged: () => undefined,
  }
  const feeder = viewFeeder({
    log,
    views: () => [notes],
    buildMissing: signal => (isServed ? Promise.resolve() : build([notes], (_, error) => errors.push(error), signal)),
    onError: error => errors.push(error),
  })
  return {
    counts,
    errors,
    feeder,
    begin: async () => {
      const fed = feeder.feed(feeding)
      await settles()
      return fed
    },
    /** The log gives one more event. */
    reads: async () => {
      next.resolve()
      next = Promise.withResolvers()
      await settles()
    },
    fails: (does: boolean) => {
      fails = does
    },
  }
}

test('views are built at last, however short the turns of the only node are', async () => {
  const { counts, errors, begin, reads } = await buildingNode()
  for (let turn = 1; turn <= eventsInLog; turn++) {
    const fed = await begin()
    await reads()
    await fed.stop()
  }
  assert.equal([counts, errors], [{ begun: 1, read: eventsInLog, written: 1, fed: 1 }, []])
})

test('a build goes on between two turns of its node', async () => {
  const { counts, begin, reads } = await buildingNode()
  await (await begin()).stop()
  for (let n = 0; n < eventsInLog; n++) await reads()
  assert.equal(counts, { begun: 1, read: eventsInLog, written: 1, fed: 0 })
  const fed = await begin()
  assert.equal([counts.written, counts.fed], [1, 1])
  await fed.stop()
})

test('a build ends when another node feeds, and the next one begins with what is written', async () => {
  const { counts, errors, feeder, begin, reads } = await buildingNode()
  await (await begin()).stop()
  feeder.fedElsewhere()
  const fed = await begin()
  for (let n = 0; n <= eventsInLog; n++) await reads()
  assert.equal([counts.begun, counts.written, counts.fed, errors], [2, 1, 1, []])
  await fed.stop()
})

test('a build does not wait in memory while another node feeds', async () => {
  const { counts, feeder, begin, reads } = await buildingNode()
  await (await begin()).stop()
  feeder.fedElsewhere()
  for (let n = 0; n < eventsInLog; n++) await reads()
  assert.equal(counts, { begun: 1, read: 1, written: 0, fed: 0 })
})

test('views that failed in an outage are built by the next turn', async () => {
  const { counts, errors, begin, reads, fails } = await buildingNode()
  fails(true)
  const first = await begin()
  for (let n = 0; n < eventsInLog; n++) await reads()
  await first.stop()
  assert.is(errors.length, 1)
  fails(false)
  const fed = await begin()
  for (let n = 0; n < eventsInLog; n++) await reads()
  assert.equal([counts.begun, counts.written], [2, 1])
  await fed.stop()
})

test('a node that stops ends its build, and begins none', async () => {
  const { counts, feeder, begin, reads } = await buildingNode()
  const fed = await begin()
  const closed = feeder.close()
  await reads()
  await closed
  await fed.stop()
  const next = await begin()
  await next.stop()
  assert.equal(counts, { begun: 1, read: 1, written: 0, fed: 0 })
})

test.run()
