import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Embedded, openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'
import { runProjections } from '../../../src/engine/read/run-projections.ts'
import type { ReadModels, ViewRef } from '../../../src/ports/read-models.ts'
import { fragile } from '../../adapters/embedded/failing-notes.ts'
import { notes, tally } from '../../adapters/embedded/notes.ts'
import { appended, written } from '../../adapters/event-log.contract.ts'

type Context = { dataDir: string; embedded: Embedded }
const test = suite<Context>('run projections')
test.before.each(async context => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-projections-'))
  const projections = new URL('../../adapters/embedded/no-projections.ts', import.meta.url).href
  context.embedded = await openEmbedded({ dataDir: context.dataDir, projections })
})
test.after.each(async ({ dataDir, embedded }) => {
  await embedded.close()
  await rm(dataDir, { recursive: true })
})

const write = async ({ log }: Embedded, count: number) => {
  const from = (await log.streamHead('note-a')).revision
  for (let i = 1; i <= count; i++) appended(await log.append('note-a', [written(i)], from + i - 1))
}
/** Resolves once a view has come to the head of the log. */
const arrived = async ({ log, readModels }: Embedded, view: ViewRef) => {
  const head = await log.head()
  await new Promise<void>(resolve => {
    const look = async () => {
      if (((await readModels.checkpoint(view)) ?? -1n) < head) return
      leave()
      resolve()
    }
    const leave = readModels.onMoved(look)
    void look()
  })
}
const json = async ({ readModels }: Embedded, view: ViewRef, id: string) => (await readModels.get(view, id))?.json
const neverFails = (error: unknown) => assert.unreachable(String(error))

test('views are fed from the start of the log, live, and go on after a stop', async ({ embedded }) => {
  await write(embedded, 30)
  const first = runProjections(embedded.log, embedded.readModels, [notes, tally], neverFails)
  await write(embedded, 10)
  await Promise.all([arrived(embedded, notes), arrived(embedded, tally)])
  await first.stop()
  await write(embedded, 5)
  const second = runProjections(embedded.log, embedded.readModels, [notes, tally], neverFails)
  await Promise.all([arrived(embedded, notes), arrived(embedded, tally)])
  await second.stop()
  assert.is(await json(embedded, tally, 'all'), '{"total":45}')
})

test('two nodes that feed the same views count no event twice', async ({ embedded }) => {
  const runners = [1, 2].map(() => runProjections(embedded.log, embedded.readModels, [notes, tally], neverFails))
  await write(embedded, 60)
  await Promise.all([arrived(embedded, notes), arrived(embedded, tally)])
  await Promise.all(runners.map(runner => runner.stop()))
  assert.is(await json(embedded, tally, 'all'), '{"total":60}')
})

test('a projection that throws stops its view only and is named', async ({ embedded }) => {
  const told: unknown[] = []
  const runner = runProjections(embedded.log, embedded.readModels, [fragile, tally], (_, p) => told.push(p?.name))
  appended(await embedded.log.append('note-a', [written('break')], -1))
  await write(embedded, 2)
  await arrived(embedded, tally)
  assert.equal(told, ['fragile'])
  assert.equal(runner.stopped(), [fragile])
  await runner.stop()
  assert.is(await json(embedded, tally, 'all'), '{"total":3}')
  assert.is(await embedded.readModels.checkpoint(fragile), 0n)
})

test('a store that is away for a moment loses no event', async ({ embedded }) => {
  let away = true
  const told: string[] = []
  const flaky: ReadModels = {
    ...embedded.readModels,
    apply: (view, changes, from, to) => {
      if (!away || changes.length === 0) return embedded.readModels.apply(view, changes, from, to)
      away = false
      return Promise.reject(new Error('away'))
    },
  }
  await write(embedded, 3)
  const runner = runProjections(embedded.log, flaky, [tally], error => told.push((error as Error).message))
  await arrived(embedded, tally)
  await runner.stop()
  assert.equal(told, ['away'])
  assert.is(await json(embedded, tally, 'all'), '{"total":3}')
})

test.run()
