import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Rejection } from '../../../src/domain/shared/decider.ts'
import * as TE from '../../../src/engine/task-either.ts'
import { carriedOut, changeOf } from '../../../src/engine/write/change.ts'
import type { Repeats } from '../../../src/engine/write/execute.ts'
import { untilFresh } from '../../../src/engine/write/until-fresh.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'
import type { Secrets } from '../../../src/ports/secrets.ts'
import { gate, watchedLog } from '../../support/memory/watched-log.ts'
import { type Added, nodeOn, runOf, type TallyCommand, tally } from '../../support/waiting/tally.ts'

const test = suite('a command that runs several times, and is done once')
const done = <A>(result: E.Either<Rejection, A>): A => {
  if (E.isLeft(result)) throw new Error(`refused: ${result.left.code}: ${result.left.detail}`)
  return result.right
}
const amounts = (events: readonly Recorded[]) => events.map(e => (e.data as Added['data']).by)
const codeOf = (result: E.Either<Rejection, unknown>) => (E.isLeft(result) ? result.left.code : 'done')
const [held, repeat] = [runOf(false), runOf(true)]
const lost = runOf(false, () => false)

test('an append that is on disk although it was refused as a conflict is not appended again', async () => {
  const { log, events, elsewhere, lands, beforeAppend } = watchedLog()
  const { add } = nodeOn(log)
  let first = true
  beforeAppend(async (stream, appended, expected) => {
    if (!first) return undefined
    first = false
    await lands(stream, appended, expected)
    await elsewhere(stream, 'Added', { by: 100 })
    return { kind: 'conflict', stream, actual: expected + 2 }
  })
  const { state, revision, events: own } = done(await add({ by: 1 }))
  assert.equal([state, revision, own.length], [1, 0, 1])
  assert.equal(amounts(events), [1, 100])
})

test('of commands that were appended together, each gets the outcome that is on disk', async () => {
  const { log, events, lands, elsewhere, beforeAppend } = watchedLog()
  const { add } = nodeOn(log)
  const { open, opened } = gate()
  let appends = 0
  beforeAppend(async (stream, appended, expected) => {
    if (appends++ === 0) return opened.then(() => undefined)
    if (appends > 2) return undefined
    await lands(stream, appended, expected)
    await elsewhere(stream, 'Added', { by: 100 })
    return { kind: 'conflict', stream, actual: 9 }
  })
  const waiting = [1, 2, 3, 0].map(by => add({ by }))
  open()
  const results = await Promise.all(waiting)
  assert.equal(
    results.map(r => [done(r).state, done(r).revision]),
    [
      [1, 0],
      [3, 1],
      [6, 2],
      // changed nothing, so that it is decided on what came later
      [106, 3],
    ],
  )
  assert.equal(amounts(events), [1, 2, 3, 100])
})

test('a run that stalled before its append finds what the run that took over has appended', async () => {
  const { log, events, elsewhere, beforeAppend } = watchedLog()
  const [one, two] = [nodeOn(log), nodeOn(log)]
  const commandId = randomUUID()
  done(await one.add({ by: 7 }))
  let isHeld = true
  let stalled = false
  beforeAppend(async () => {
    if (stalled) return undefined
    stalled = true
    isHeld = false
    done(await two.work({ commandId, repeats: repeat }).execute(tally, 'a', { by: 1 }))
    await elsewhere('tally-a', 'Added', { by: 100 })
    return undefined
  })
  const own = runOf(false, () => isHeld, 1n)
  const late = done(await one.work({ commandId, repeats: own }).execute(tally, 'a', { by: 1 }))
  assert.equal([late.state, late.revision], [8, 1])
  assert.equal(amounts(events), [7, 1, 100])
})

test('a run that stalled before it read the stream finds it too', async () => {
  const { log, events, elsewhere } = watchedLog()
  const [one, two] = [nodeOn(log), nodeOn(log)]
  const commandId = randomUUID()
  done(await two.work({ commandId, repeats: repeat }).execute(tally, 'a', { by: 1 }))
  await elsewhere('tally-a', 'Added', { by: 100 })
  const late = done(await one.work({ commandId, repeats: lost }).execute(tally, 'a', { by: 1 }))
  assert.equal([late.state, late.revision], [1, 0])
  assert.equal(amounts(events), [1, 100])
  // also behind more events than one look reads
  for (let i = 0; i < 120; i++) await elsewhere('tally-a', 'Added', { by: 1 })
  assert.is(done(await one.work({ commandId, repeats: lost }).execute(tally, 'a', { by: 1 })).revision, 0)
  assert.is(events.length, 122)
})

test('a repeat finds what the second attempt of a run did after the first was refused as stale', async () => {
  const { log, events, elsewhere } = watchedLog()
  const commandId = randomUUID()
  const run = async (repeats: Repeats) => {
    const work = nodeOn(log).work({ commandId, repeats })
    const attempt = async () => {
      const { revision } = await work.load(tally, 'a')
      // others change what the first attempts of both runs have read
      if (events.length % 2 === 0) await elsewhere('tally-a', 'Added', { by: 100 })
      return work.execute(tally, 'a', { by: 1 }, { ifMatch: revision })
    }
    return done(await carriedOut(changeOf(tally, 'a', untilFresh(attempt), TE.right), work, {} as Secrets))
  }
  const first = await run(held)
  const again = await run(repeat)
  assert.equal([again.state, again.revision], [first.state, first.revision])
  assert.equal(amounts(events), [100, 1])
})

test('executions of one run that overlap keep their places when one of them is stale', async () => {
  const { log, events, elsewhere } = watchedLog()
  const work = nodeOn(log).work()
  await elsewhere('tally-a', 'Added', { by: 100 })
  const [stale, one] = await Promise.all([
    work.execute(tally, 'a', { by: 1 }, { ifMatch: 7 }),
    work.execute(tally, 'a', { by: 2 }),
  ])
  assert.is(codeOf(stale), 'stale')
  done(one)
  done(await work.execute(tally, 'a', { by: 3 }))
  assert.equal(amounts(events), [100, 2, 3])
})

test('what a run did is found in pages, so that a long stream holds up nothing else', async () => {
  const { log, elsewhere } = watchedLog()
  const one = nodeOn(log)
  const commandId = randomUUID()
  for (let i = 0; i < 700; i++) await elsewhere('tally-a', 'Added', { by: 1 })
  done(await one.work({ commandId, repeats: held }).execute(tally, 'a', { by: 5 }))
  for (let i = 0; i < 700; i++) await elsewhere('tally-a', 'Added', { by: 1 })
  let most = 0
  const readStream: typeof log.readStream = async (...args) => {
    const events = await log.readStream(...args)
    most = Math.max(most, events.length)
    return events
  }
  const again = nodeOn({ ...log, readStream }).work({ commandId, repeats: lost })
  const { before, state, revision, position, events } = done(await again.execute(tally, 'a', { by: 5 }))
  assert.equal([before, state, revision, position, amounts(events as never)], [700, 705, 700, 701n, [5]])
  assert.ok(most <= 50, `${most}`)
})

test('a run that takes over finds what the stalled one appends in the meantime', async () => {
  const { log, events, beforeAppend, elsewhere } = watchedLog()
  const [one, two] = [nodeOn(log), nodeOn(log)]
  const commandId = randomUUID()
  let wakes = true
  beforeAppend(async () => {
    if (!wakes) return undefined
    wakes = false
    done(await one.work({ commandId, repeats: held }).execute(tally, 'a', { by: 1, note: 'first' }))
    await elsewhere('tally-a', 'Added', { by: 100 })
    return undefined
  })
  const taken = done(await two.work({ commandId, repeats: repeat }).execute(tally, 'a', { by: 1, note: 'second' }))
  assert.equal(taken.events, [events[0]])
  assert.equal(amounts(events), [1, 100])
})

test('when both append the same at the same place, both get what is on disk, and no memory differs from it', async () => {
  const { log, events, beforeAppend } = watchedLog()
  const [one, two] = [nodeOn(log), nodeOn(log)]
  const commandId = randomUUID()
  let wakes = true
  beforeAppend(async () => {
    if (!wakes) return undefined
    wakes = false
    // the later time of a second run, for example, makes its data differ
    done(await one.work({ commandId, repeats: held }).execute(tally, 'a', { by: 1 }))
    return undefined
  })
  const taken = done(await two.work({ commandId, repeats: repeat }).execute(tally, 'a', { by: 2 }))
  assert.equal([taken.state, amounts(events)], [1, [1]])
  assert.is(done(await two.add({ by: 10 })).state, 11)
})

test('checks of a command that is done are not made again', async () => {
  const { log } = watchedLog()
  const { work, add } = nodeOn(log)
  const commandId = randomUUID()
  const first = work({ commandId })
  done(await first.execute(tally, 'a', { by: 1 }))
  done(await first.execute(tally, 'b', { by: 2 }))
  done(await add({ by: 100 }))
  const again = work({ commandId, repeats: repeat })
  assert.is((await again.recall(tally, 'a'))?.state, 1)
  assert.is(again.lastPosition(), 1n)
  assert.is(done(await again.execute(tally, 'b', { by: 2 })).revision, 0, 'a recalled execution counts')
  const fresh = work({ repeats: repeat })
  assert.is(await fresh.recall(tally, 'a'), undefined)
  assert.is(await work({ commandId }).recall(tally, 'a'), undefined, 'only a repeat looks')
})

test('an append whose answer was lost is found by the repeat, whatever came after it', async () => {
  const { log, events, lands, elsewhere, beforeAppend } = watchedLog()
  const { work } = nodeOn(log)
  const commandId = randomUUID()
  beforeAppend(async (stream, appended, expected) => {
    await lands(stream, appended, expected)
    return { kind: 'unavailable', reason: 'no answer in time' }
  })
  const first = await work({ commandId, repeats: held }).execute(tally, 'a', { by: 1 })
  assert.is(codeOf(first), 'store-unavailable')
  beforeAppend(() => undefined)
  await elsewhere('tally-a', 'Added', { by: 100 })
  assert.is(done(await work({ commandId, repeats: repeat }).execute(tally, 'a', { by: 1 })).revision, 0)
  assert.equal(amounts(events), [1, 100])
})

test('whatever happens to appends, no command is on disk twice, and every answer is what is on disk', async () => {
  const trouble = fc.array(fc.constantFrom('', '', 'conflict', 'unavailable', 'lost', 'refused', 'turn'), {
    maxLength: 30,
  })
  const command = fc.record({
    runs: fc.integer({ min: 1, max: 3 }),
    by: fc.integer({ min: 0, max: 3 }),
    shared: fc.boolean(),
  })
  const outcome = async (commands: readonly { runs: number; by: number; shared: boolean }[], pending: string[]) => {
    const { log, events, lands, beforeAppend } = watchedLog()
    beforeAppend(async (stream, appended, expected) => {
      const next = pending.shift()
      // another turn of the event loop, so that other runs come first
      if (next === 'turn') await new Promise(setImmediate)
      if (next === 'conflict') return { kind: 'conflict', stream, actual: 0 }
      if (next === 'unavailable') return { kind: 'unavailable', reason: 'unreachable' }
      if (next !== 'lost' && next !== 'refused') return undefined
      await lands(stream, appended, expected)
      return next === 'lost' ? { kind: 'unavailable', reason: 'no answer' } : { kind: 'conflict', stream, actual: 0 }
    })
    const nodes = [nodeOn(log), nodeOn(log), nodeOn(log)]
    const results = await Promise.all(
      commands.map(async ({ runs, by, shared }, i) => {
        const commandId = randomUUID()
        const send: TallyCommand = { by, note: String(i) }
        if (!shared) return [await nodes[i % 3]?.work({ commandId }).execute(tally, 'a', send)]
        let holder = 0
        const run = async (n: number) => {
          for (let turn = 0; turn < n * 2; turn++) await new Promise(setImmediate)
          holder = n
          const repeats = runOf(n > 0, () => holder === n)
          return nodes[(i + n) % 3]?.work({ commandId, repeats }).execute(tally, 'a', { ...send, atMost: 1_000 + n })
        }
        return Promise.all(Array.from({ length: runs }, (_, n) => run(n)))
      }),
    )
    return { events, results }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 12 }), trouble, async (commands, troubles) => {
      const { events, results } = await outcome(commands, [...troubles])
      assert.is(new Set(events.map(e => e.id)).size, events.length, 'no event id twice')
      for (const [i, answers] of results.entries()) {
        const own = events.filter(e => (e.data as Added['data']).note === String(i))
        assert.ok(own.length <= 1, `command ${i} is on disk ${own.length} times`)
        for (const answer of answers) {
          if (!answer || E.isLeft(answer)) continue
          const { revision, events: said, state } = answer.right
          assert.is(said.length, own.length, `command ${i}`)
          if (own.length > 0) assert.is(revision, own[0]?.revision)
          assert.is(
            state,
            amounts(events.slice(0, revision + 1)).reduce((sum, by) => sum + by, 0),
          )
        }
      }
    }),
    { numRuns: 150 },
  )
})

test.run()
