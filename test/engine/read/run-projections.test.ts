import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Embedded, openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'
import { catchUp, runProjections } from '../../../src/engine/read/run-projections.ts'
import type { Position } from '../../../src/ports/event-log.ts'
import {
  DocumentTooLarge,
  FeedChanged,
  type Feeding,
  type ViewRef,
  type ViewWrite,
} from '../../../src/ports/read-models.ts'
import { fragile } from '../../adapters/embedded/failing-notes.ts'
import { notes, tally } from '../../adapters/embedded/notes.ts'
import { appended, written } from '../../adapters/event-log.contract.ts'
import { writtenViews } from '../../support/given/written-views.ts'
import { feedingEach, type WrittenReadModels } from '../../support/memory/feeding-each.ts'
import { memoryLog } from '../../support/memory/log.ts'
import { until } from '../../support/waiting/until.ts'

type Context = { dataDir: string; embedded: Embedded; views: ReturnType<typeof writtenViews> }
const test = suite<Context>('run projections')
test.before.each(async context => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-projections-'))
  const projections = new URL('../../adapters/embedded/no-projections.ts', import.meta.url).href
  context.embedded = await openEmbedded({ dataDir: context.dataDir, projections })
  context.views = writtenViews(context.dataDir, context.embedded.readModels)
})
test.after.each(async ({ dataDir, embedded, views }) => {
  views.closeFile()
  await embedded.close()
  await rm(dataDir, { recursive: true })
})

const write = async ({ log }: Embedded, count: number) => {
  const from = (await log.streamHead('note-a')).revision
  for (let i = 1; i <= count; i++) appended(await log.append('note-a', [written(i)], from + i - 1))
}
/** Resolves once a view has reached the head of the log. */
const arrived = async ({ log, readModels }: Embedded, view: ViewRef) => {
  const head = await log.head()
  await until(
    async () => (await readModels.checkpoint(view)) ?? -1n,
    position => position >= head,
  )
}
const json = async ({ readModels }: Embedded, view: ViewRef, id: string) => (await readModels.get(view, id))?.json
const neverFails = (error: unknown) => assert.unreachable(String(error))

test('views are fed from the start of the log, live, and continue after a stop', async ({ embedded, views }) => {
  await write(embedded, 30)
  const first = runProjections(embedded.log, feedingEach(views), [notes, tally], neverFails)
  await write(embedded, 10)
  await Promise.all([arrived(embedded, notes), arrived(embedded, tally)])
  await first.stop()
  await write(embedded, 5)
  const second = runProjections(embedded.log, feedingEach(views), [notes, tally], neverFails)
  await Promise.all([arrived(embedded, notes), arrived(embedded, tally)])
  await second.stop()
  assert.is(await json(embedded, tally, 'all'), '{"total":45}')
})

test('two nodes that feed the same views count no event twice', async ({ embedded, views }) => {
  const runners = [1, 2].map(() => runProjections(embedded.log, feedingEach(views), [notes, tally], neverFails))
  await write(embedded, 60)
  await Promise.all([arrived(embedded, notes), arrived(embedded, tally)])
  await Promise.all(runners.map(runner => runner.stop()))
  assert.is(await json(embedded, tally, 'all'), '{"total":60}')
})

/** A store whose views begin at a position, and which a test sees. */
const storeAt = (position: Position, more: Partial<Feeding> = {}): Feeding => ({
  positions: async views => new Map(views.map(view => [view, position])),
  load: async () => new Map(),
  write: async () => undefined,
  caughtUp: async () => undefined,
  ...more,
})
const changedIds = ({ changes }: ViewWrite, view: ViewRef) => Array.from(changes.get(view) ?? [], ({ id }) => id)

test('a view whose document is too large for the store stops, and the others go on', async ({ embedded }) => {
  await write(embedded, 3)
  const moved = Promise.withResolvers<readonly string[]>()
  const feeding = storeAt(0n, {
    write: async ({ positions }) => {
      if (positions.has(notes)) throw new DocumentTooLarge(notes, 1)
      moved.resolve(Array.from(positions.keys(), ({ name }) => name))
    },
  })
  const stopped: (string | undefined)[] = []
  const onError = (_: unknown, view?: ViewRef) => void stopped.push(view?.name)
  const runner = runProjections(embedded.log, feeding, [notes, tally], onError)
  assert.equal([await moved.promise, stopped], [['tally'], ['notes']])
  await runner.stop()
})

test('a batch names the views whose documents an earlier try had written', async ({ embedded }) => {
  await write(embedded, 4)
  const applied = Promise.withResolvers<readonly string[]>()
  const ahead = { json: '{"total":3}', position: 1_000n }
  const feeding = storeAt(1n, {
    load: async wanted => new Map([[tally, (wanted.get(tally) ?? []).map(id => ({ id, ...ahead }))]]),
    write: async ({ changes }) => {
      const documents = [...(changes.get(tally) ?? [])]
      assert.equal(documents, [{ id: 'all', ...ahead }], 'no event counts twice')
      applied.resolve(Array.from(changes.keys(), ({ name }) => name))
    },
  })
  const runner = runProjections(embedded.log, feeding, [notes, tally], neverFails)
  assert.equal((await applied.promise).toSorted(), [notes.name, tally.name].toSorted())
  await runner.stop()
})

test('documents that are too large together are loaded some at a time, and none is left out', async () => {
  const log = memoryLog()
  appended(await log.append('memo-0', [written('text')], -1))
  for (let n = 0; n < 9; n++) appended(await log.append(`note-${n}`, [written('text')], -1))
  const stored = JSON.stringify({ id: 'large', writes: 1, last: 'x'.repeat(2_500_000), revision: 0 })
  const changed: string[] = []
  const asked: number[] = []
  const moved = Promise.withResolvers<void>()
  const feeding = storeAt(1n, {
    load: async (wanted, most) => {
      const ids = wanted.get(notes) ?? []
      asked.push(ids.length)
      if ((ids.length - 1) * stored.length > most) return undefined
      return new Map([[notes, ids.map(id => ({ id, json: stored, position: 0n }))]])
    },
    write: async folded => {
      changed.push(...changedIds(folded, notes))
      if (folded.positions.get(notes)?.to === 10n) moved.resolve()
    },
  })
  const runner = runProjections(log, feeding, [notes], neverFails)
  await moved.promise
  await runner.stop()
  assert.equal(
    changed,
    Array.from({ length: 9 }, (_, n) => String(n)),
  )
  assert.ok(asked.filter(count => count <= 2).length >= 5, JSON.stringify(asked))
})

test('few events are held at a time when they are large', async () => {
  const log = memoryLog()
  for (let n = 0; n < 12; n++) appended(await log.append('note-1', [written('x'.repeat(900_000))], n - 1))
  const read: number[] = []
  const onProgress = (_: Position, events: number) => read.push(events)
  await catchUp(log, storeAt(0n), new Map([[notes, 0n]]), ({ error }) => neverFails(error), { onProgress })
  assert.equal(read, [5, 10, 12])
})

test('views that are built hold a bounded number of characters, and write a document once for many events', async () => {
  const log = memoryLog()
  const events = Array.from({ length: 500 }, () => written('text'))
  for (let n = 0; n < 8; n++) appended(await log.append('note-a', events, n * 500 - 1))
  const pages = {
    ...notes,
    idOf: ({ revision }: { readonly revision: number }) => String(revision),
    evolve: () => 'x'.repeat(20_000),
  }
  const sizes: number[] = []
  const store = storeAt(0n, { write: async folded => void sizes.push(changedIds(folded, pages).length) })
  const fail = ({ error }: { readonly error: unknown }) => neverFails(error)
  await catchUp(log, store, new Map([[pages, 0n]]), fail)
  assert.is(
    sizes.reduce((sum, count) => sum + count, 0),
    4_000,
  )
  assert.ok(
    sizes.every(count => count * 20_000 <= 2 * 32_000_000),
    JSON.stringify(sizes),
  )
  sizes.length = 0
  const whole = { ...pages, idOf: () => 'all' }
  const one = storeAt(0n, { write: async folded => void sizes.push(changedIds(folded, whole).length) })
  await catchUp(log, one, new Map([[whole, 0n]]), fail)
  assert.equal(sizes, [1])
})

test('other work has its turn between two events of a batch that take long', async () => {
  const log = memoryLog()
  for (let n = 0; n < 4; n++) appended(await log.append('note-a', [written(n)], n - 1))
  const happened: string[] = []
  const moved = Promise.withResolvers<void>()
  const slow = {
    ...tally,
    evolve: (document: { readonly total: number } | undefined) => {
      const began = performance.now()
      // as long as a turn lasts
      while (performance.now() - began < 6);
      const total = (document?.total ?? 0) + 1
      happened.push(`event ${total}`)
      if (total === 1) setImmediate(() => happened.push('other work'))
      return { total }
    },
  }
  const runner = runProjections(log, storeAt(0n, { write: async () => moved.resolve() }), [slow], neverFails)
  await moved.promise
  await runner.stop()
  assert.equal(happened, ['event 1', 'other work', 'event 2', 'event 3', 'event 4'])
})

test('views begin again, with nothing in memory, when who feeds them has changed, and that is no fault', async ({
  embedded,
}) => {
  await write(embedded, 3)
  const fed = Promise.withResolvers<void>()
  let begun = 0
  const feeding = storeAt(0n, {
    positions: async views => {
      begun++
      return new Map(views.map(view => [view, 0n]))
    },
    write: async () => {
      if (begun < 3) throw new FeedChanged()
      fed.resolve()
    },
  })
  const runner = runProjections(embedded.log, feeding, [tally], neverFails)
  await fed.promise
  await runner.stop()
  assert.is(begun, 3)
})

test('a projection that throws stops only its own view and is reported', async ({ embedded, views }) => {
  const reported: unknown[] = []
  const runner = runProjections(embedded.log, feedingEach(views), [fragile, tally], (_, p) => reported.push(p?.name))
  appended(await embedded.log.append('note-a', [written('break')], -1))
  await write(embedded, 2)
  await arrived(embedded, tally)
  assert.equal(reported, ['fragile'])
  await runner.stop()
  assert.is(await json(embedded, tally, 'all'), '{"total":3}')
  assert.is(await embedded.readModels.checkpoint(fragile), 0n)
})

test('no event is lost while a store is briefly unavailable', async ({ embedded, views }) => {
  let failing = true
  const reported: string[] = []
  const flaky: WrittenReadModels = {
    ...views,
    apply: (view, changes, from, to) => {
      if (!failing || changes.length === 0) return views.apply(view, changes, from, to)
      failing = false
      return Promise.reject(new Error('unavailable'))
    },
  }
  await write(embedded, 3)
  const runner = runProjections(embedded.log, feedingEach(flaky), [tally], error =>
    reported.push((error as Error).message),
  )
  await arrived(embedded, tally)
  await runner.stop()
  assert.equal(reported, ['unavailable'])
  assert.is(await json(embedded, tally, 'all'), '{"total":3}')
})

test.run()
