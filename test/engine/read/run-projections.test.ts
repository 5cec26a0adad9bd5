import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Embedded, openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'
import { runProjections } from '../../../src/engine/read/run-projections.ts'
import type { Position } from '../../../src/ports/event-log.ts'
import { DocumentTooLarge, FeedChanged, type Feeding, type ViewRef } from '../../../src/ports/read-models.ts'
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

test('a view whose document is too large for the store stops, and the others go on', async ({ embedded }) => {
  await write(embedded, 3)
  const moved = Promise.withResolvers<readonly string[]>()
  const left: string[] = []
  const feeding: Feeding = {
    begin: async views => new Map(views.map(view => [view, 0n])),
    latest: async () => [],
    apply: async ({ views }) => {
      if (views.includes(notes)) throw new DocumentTooLarge(notes, 1)
      moved.resolve(views.map(({ name }) => name))
    },
    leave: async view => void left.push(view.name),
    onChanged: () => undefined,
  }
  const stopped: (string | undefined)[] = []
  const onError = (_: unknown, view?: ViewRef) => void stopped.push(view?.name)
  const runner = runProjections(embedded.log, feeding, [notes, tally], onError)
  assert.equal([await moved.promise, left, stopped], [['tally'], ['notes'], ['notes']])
  await runner.stop()
})

test('a batch names the views whose documents an earlier try had written', async ({ embedded }) => {
  await write(embedded, 3)
  const applied = Promise.withResolvers<string>()
  const feeding: Feeding = {
    begin: async views => new Map(views.map(view => [view, 0n])),
    latest: async (view, ids) => (view === tally ? ids.map(id => ({ id, json: '{"total":3}', position: 1_000n })) : []),
    apply: async ({ ahead, changes }) => {
      const written = [...changes].filter(([, list]) => list.length > 0)
      applied.resolve(`ahead ${[...ahead].map(v => v.name)}, written ${written.map(([v]) => v.name)}`)
    },
    leave: async () => undefined,
    onChanged: () => undefined,
  }
  const runner = runProjections(embedded.log, feeding, [notes, tally], neverFails)
  assert.is(await applied.promise, `ahead ${tally.name}, written ${notes.name}`)
  await runner.stop()
})

test('documents that are too large together are changed some at a time, and none is left out', async () => {
  const log = memoryLog()
  for (let n = 0; n < 9; n++) appended(await log.append(`note-${n}`, [written('text')], -1))
  const stored = JSON.stringify({ id: 'large', writes: 1, last: 'x'.repeat(2_500_000), revision: 0 })
  const batches: (readonly string[])[] = []
  const asked: number[] = []
  const moved = Promise.withResolvers<void>()
  const feeding: Feeding = {
    begin: async views => new Map(views.map(view => [view, 0n])),
    latest: async (_, ids) => {
      asked.push(ids.length)
      return ids.map(id => ({ id, json: stored, position: 0n }))
    },
    apply: async ({ changes, to }) => {
      batches.push((changes.get(notes) ?? []).map(({ id }) => id))
      if (to === 9n) moved.resolve()
    },
    leave: async () => undefined,
    onChanged: () => undefined,
  }
  const runner = runProjections(log, feeding, [notes], neverFails)
  await moved.promise
  await runner.stop()
  assert.equal(
    batches.flat(),
    Array.from({ length: 9 }, (_, n) => String(n)),
  )
  assert.ok(
    batches.every(ids => ids.length <= 2),
    JSON.stringify(batches),
  )
  assert.equal(asked, [9, 4, 2, 2, 2, 2, 1], 'those that were too many are not tried again')
})

test('new documents that are too large together are written some at a time', async () => {
  const log = memoryLog()
  const text = 'x'.repeat(900_000)
  for (let n = 0; n < 20; n++) appended(await log.append(`note-${n}`, [written(text)], -1))
  const batches: number[] = []
  const moved = Promise.withResolvers<void>()
  const feeding: Feeding = {
    begin: async views => new Map(views.map(view => [view, 0n])),
    latest: async () => [],
    apply: async ({ changes, to }) => {
      batches.push(changes.get(notes)?.length ?? 0)
      if (to === 20n) moved.resolve()
    },
    leave: async () => undefined,
    onChanged: () => undefined,
  }
  const runner = runProjections(log, feeding, [notes], neverFails)
  await moved.promise
  await runner.stop()
  assert.is(
    batches.reduce((sum, count) => sum + count, 0),
    20,
  )
  assert.ok(
    batches.every(count => count <= 8),
    JSON.stringify(batches),
  )
})

test('one large document is written once for all events of a batch', async () => {
  const log = memoryLog()
  for (let n = 0; n < 2; n++) appended(await log.append('note-a', [written('text')], n - 1))
  const stored = JSON.stringify({ id: 'a', writes: 1, last: 'x'.repeat(5_000_000), revision: 0 })
  const ends: bigint[] = []
  const moved = Promise.withResolvers<void>()
  const feeding: Feeding = {
    begin: async views => new Map(views.map(view => [view, 0n])),
    latest: async (_, ids) => ids.map(id => ({ id, json: stored, position: 0n })),
    apply: async ({ to }) => {
      ends.push(to)
      if (to === 2n) moved.resolve()
    },
    leave: async () => undefined,
    onChanged: () => undefined,
  }
  const runner = runProjections(log, feeding, [notes], neverFails)
  await moved.promise
  await runner.stop()
  assert.equal(ends, [2n])
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
  const feeding: Feeding = {
    begin: async views => new Map(views.map(view => [view, 0n])),
    latest: async () => [],
    apply: async () => moved.resolve(),
    leave: async () => undefined,
    onChanged: () => undefined,
  }
  const runner = runProjections(log, feeding, [slow], neverFails)
  await moved.promise
  await runner.stop()
  assert.equal(happened, ['event 1', 'other work', 'event 2', 'event 3', 'event 4'])
})

/** What happens when the documents of one view cannot be read while those of another, which begins at `other`, are still read. */
const happenedWhenOneFails = async (events: number, other: Position): Promise<readonly string[]> => {
  const log = memoryLog()
  for (let n = 0; n < events; n++) appended(await log.append('note-a', [written('text')], n - 1))
  const happened: string[] = []
  const reported = Promise.withResolvers<void>()
  const feeding: Feeding = {
    begin: async views => new Map(views.map(view => [view, view === notes ? 0n : other])),
    latest: async view => {
      if (view === notes) throw new Error('away')
      // what an error leads to without waiting happens before this
      await new Promise<void>(resolve => setImmediate(resolve))
      happened.push('read')
      return []
    },
    apply: async () => void happened.push('applied'),
    leave: async () => undefined,
    onChanged: () => undefined,
  }
  const onError = (error: unknown) => {
    happened.push((error as Error).message)
    reported.resolve()
  }
  const runner = runProjections(log, feeding, [notes, tally], onError)
  await reported.promise
  await runner.stop()
  return happened
}

test('a batch is not tried again while documents are still read for it', async () => {
  assert.equal(await happenedWhenOneFails(1, 0n), ['read', 'away'])
})

test('views do not begin again while others of the same batch are still moved', async () => {
  assert.equal(await happenedWhenOneFails(2, 1n), ['read', 'applied', 'away'])
})

test('views that begin again and again are reported, and fed as soon as that ends', async ({ embedded }) => {
  await write(embedded, 3)
  const reported: string[] = []
  const fed = Promise.withResolvers<void>()
  let begun = 0
  let isChanging = true
  const feeding: Feeding = {
    begin: async views => {
      begun++
      return new Map(views.map(view => [view, 0n]))
    },
    latest: async () => [],
    apply: async () => {
      if (isChanging) throw new FeedChanged()
      fed.resolve()
    },
    leave: async () => undefined,
    onChanged: () => undefined,
  }
  const onError = (error: unknown) => {
    reported.push((error as Error).message)
    isChanging = false
  }
  const runner = runProjections(embedded.log, feeding, [tally], onError)
  await fed.promise
  await runner.stop()
  assert.equal([reported, begun], [['the views changed while a batch was written'], 11])
})

test('views that are replaced one after the other while the log rests are not reported', async ({ embedded }) => {
  let begun = 0
  let next = Promise.withResolvers<() => void>()
  const feeding: Feeding = {
    begin: async views => new Map(views.map(view => [view, 0n])),
    latest: async () => [],
    apply: async () => undefined,
    leave: async () => undefined,
    onChanged: listener => {
      begun++
      next.resolve(listener)
      next = Promise.withResolvers()
    },
  }
  const first = next.promise
  const runner = runProjections(embedded.log, feeding, [tally], neverFails)
  let replace = await first
  for (let replaced = 0; replaced < 30; replaced++) {
    const again = next.promise
    replace()
    replace = await again
  }
  await runner.stop()
  assert.is(begun, 31)
})

test('a projection that throws stops only its own view and is reported', async ({ embedded, views }) => {
  const reported: unknown[] = []
  const runner = runProjections(embedded.log, feedingEach(views), [fragile, tally], (_, p) => reported.push(p?.name))
  appended(await embedded.log.append('note-a', [written('break')], -1))
  await write(embedded, 2)
  await arrived(embedded, tally)
  assert.equal(reported, ['fragile'])
  assert.equal(runner.stopped(), [fragile])
  await runner.stop()
  assert.is(await json(embedded, tally, 'all'), '{"total":3}')
  assert.is(await embedded.readModels.checkpoint(fragile), 0n)
})

test('a projection that throws is reported although the store cannot be told', async ({ embedded }) => {
  const reported: unknown[] = []
  const fed = Promise.withResolvers<void>()
  const feeding: Feeding = {
    begin: async views => new Map(views.map(view => [view, 0n])),
    latest: async () => [],
    apply: async () => fed.resolve(),
    leave: async () => {
      throw new Error('away')
    },
    onChanged: () => undefined,
  }
  appended(await embedded.log.append('note-a', [written('break')], -1))
  const onError = (error: unknown, view?: ViewRef) => reported.push(view?.name ?? (error as Error).message)
  const runner = runProjections(embedded.log, feeding, [fragile, tally], onError)
  await fed.promise
  await runner.stop()
  assert.equal(reported, ['fragile', 'away'])
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
