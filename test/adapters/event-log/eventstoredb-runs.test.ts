import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { EventLog, Run } from '../../../src/ports/event-log.ts'
import { appended, written } from '../event-log.contract.ts'
import { everything, type Nodes, patient, revisionsOf, startNodes } from './nodes.ts'

const test = suite<Nodes>('EventStoreDB: runs')
test.before.each(async context => {
  Object.assign(context, await startNodes())
})
test.after.each(context => context.close())

/** Runs of one to three events, whose streams take turns. */
const runsOf = (count: number): readonly Run[] => {
  const heads = new Map<string, number>()
  return Array.from({ length: count }, (_, n) => {
    const stream = `note-${(n * n) % 7}`
    const expected = heads.get(stream) ?? -1
    const events = Array.from({ length: 1 + (n % 3) }, (_, i) => written(`${n}.${i}`))
    heads.set(stream, expected + events.length)
    return { stream, events, expected }
  })
}
const dataOf = (runs: readonly Run[]) => runs.flatMap(({ events }) => events.map(({ data }) => data))
const append = async ({ appendRuns }: EventLog, runs: readonly Run[]) => (await appendRuns?.(runs)) ?? []

test('many runs are in the log in the order in which they were sent', async ({ open, store }) => {
  const log = await open()
  await store.send({ order: 'slow down', ms: 20 })
  const runs = runsOf(200)
  const answers = (await append(log, runs)).map(appended)
  assert.equal(
    (await everything(log)).map(({ data }) => data),
    dataOf(runs),
  )
  const ends = revisionsOf(await everything(log)).length
  assert.is(ends, dataOf(runs).length)
  assert.ok(answers.every(({ position }, i) => i === 0 || position > answers[i - 1]!.position))
})

for (const how of ['connection', 'silence'] as const)
  test(`runs whose answers were lost are written once and in order (${how})`, async ({ open, store }) => {
    // half of it is waited for a lost answer, and the other half is for the repetition
    const log = await open({ patience: how === 'silence' ? { ...patient, startMs: 10_000 } : patient })
    const [first, second] = [runsOf(100).slice(0, 40), runsOf(100)]
    for (const runs of [first, second.map((run, i) => first[i] ?? run)]) {
      await store.send({ order: 'lose next answer', how })
      assert.ok((await append(log, runs)).every(E.isRight))
    }
    assert.equal(
      (await everything(log)).map(({ data }) => data),
      dataOf(second),
    )
  })

test('a run that is refused is named by its own answer', async ({ open }) => {
  const log = await open()
  appended(await log.append('note-1', [written(1)], -1))
  const runs = [
    { stream: 'note-0', events: [written(1)], expected: -1 },
    { stream: 'note-1', events: [written(2)], expected: -1 },
    { stream: 'note-2', events: [written('x'.repeat(1_100_000))], expected: -1 },
  ]
  const [taken, refused, large] = await append(log, runs)
  assert.is(appended(taken!).revision, 0)
  assert.equal(refused, E.left({ kind: 'conflict', stream: 'note-1', actual: 0 }))
  assert.ok(large && E.isLeft(large) && large.left.kind === 'too-large')
})

test('while the store is away all runs are unavailable, and afterwards they are written', async ({ open, store }) => {
  const log = await open({ patience: { startMs: 5_000, callMs: 500, tryMs: 200 } })
  const runs = runsOf(10)
  await store.kill()
  const answers = await append(log, runs)
  assert.ok(answers.length === 10 && answers.every(answer => E.isLeft(answer) && answer.left.kind === 'unavailable'))
  await store.restart()
  let after = await append(log, runs)
  while (!after.every(E.isRight)) after = await append(log, runs)
  assert.equal(
    (await everything(log)).map(({ data }) => data),
    dataOf(runs),
  )
})

test.run()
