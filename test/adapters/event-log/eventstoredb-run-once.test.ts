import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isStoreAway } from '../../../src/adapters/event-log/eventstoredb/errors.ts'
import type { EventLog } from '../../../src/ports/event-log.ts'
import { type Added, nodeOn, runOf, tally } from '../../support/waiting/tally.ts'
import { until } from '../../support/waiting/until.ts'
import { type Nodes, startNodes } from './nodes.ts'

const test = suite<Nodes>('EventStoreDB: commands whose append had no answer')
test.before.each(async context => {
  Object.assign(context, await startNodes())
})
test.after.each(context => context.close())

/** As in production: gives up on an unavailable store after four seconds. */
const usual = { patience: {} }
const codeOf = (result: E.Either<{ readonly code: string }, unknown>) => (E.isLeft(result) ? result.left.code : 'done')
const amounts = async (log: EventLog) => (await log.readStream('tally-a')).map(e => (e.data as Added['data']).by)
type Result<A> = E.Either<{ readonly code: string }, A>
/** The result of a command; a read that fails makes its outcome as unknown as an append does. */
const tried = <A>(run: Promise<Result<A>>): Promise<Result<A>> =>
  run.catch((error: unknown) => {
    if (isStoreAway(error)) return E.left({ code: 'store-unavailable' })
    throw error
  })
/** The result of a command, once the store is back. */
const surely = <A>(run: () => Promise<Result<A>>) =>
  until(
    () => tried(run()),
    result => codeOf(result) !== 'store-unavailable',
  )

test('a command whose append lost against one that cannot be read yet is decided again when it can', async ({
  open,
  store,
}) => {
  const log = await open()
  const [one, two] = [nodeOn(log), nodeOn(await open())]
  await surely(() => one.add({ by: 1 }))
  await store.send({ order: 'index later', ms: 400 })
  const results = await Promise.all([one.add({ by: 2 }), two.add({ by: 4 })])
  assert.equal(results.map(codeOf), ['done', 'done'])
  assert.equal((await amounts(log)).sort(), [1, 2, 4])
})

test('an append that reached the store without an answer is found by the repeat, behind later ones', async ({
  open,
  store,
}) => {
  // what is read before the append must be answered in this time, too, also on a busy machine
  const log = await open({ patience: { callMs: 5_000, tryMs: 5_000, startMs: 30_000 } })
  const other = nodeOn(await open())
  const { work } = nodeOn(log)
  await surely(() => other.add({ by: 1 }))
  const commandId = randomUUID()
  await store.send({ order: 'lose next answer', how: 'silence' })
  const first = await work({ commandId, repeats: runOf(false) }).execute(tally, 'a', { by: 2 })
  assert.is(codeOf(first), 'store-unavailable')
  await surely(() => other.add({ by: 3 }))
  const again = await surely(() => work({ commandId, repeats: runOf(true) }).execute(tally, 'a', { by: 2 }))
  assert.equal(E.isRight(again) && [again.right.state, again.right.revision], [3, 1])
  assert.equal(await amounts(log), [1, 2, 3])
})

test('appends that a halted store takes up later are not appended again, by this node or another', async ({
  open,
  store,
}) => {
  const log = await open(usual)
  const [one, two] = [nodeOn(log), nodeOn(await open(usual))]
  await surely(() => one.add({ by: 100 }))
  const commandIds = [randomUUID(), randomUUID(), randomUUID()]
  store.halt()
  const first = await Promise.all(
    commandIds.map((commandId, i) =>
      tried(one.work({ commandId, repeats: runOf(false) }).execute(tally, 'a', { by: i + 1 })),
    ),
  )
  assert.equal(first.map(codeOf), ['store-unavailable', 'store-unavailable', 'store-unavailable'])
  store.resume()
  const nodes = [one, two, one]
  const again = await Promise.all([
    surely(() => two.add({ by: 50 })),
    ...commandIds.map((commandId, i) =>
      surely(() => nodes[i]!.work({ commandId, repeats: runOf(true) }).execute(tally, 'a', { by: i + 1 })),
    ),
  ])
  assert.equal(again.map(codeOf), ['done', 'done', 'done', 'done'])
  assert.equal((await amounts(log)).sort(), [1, 100, 2, 3, 50])
})

test.run()
