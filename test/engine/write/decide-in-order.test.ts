import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { gate, watchedLog } from '../../support/memory/watched-log.ts'
import type { Added } from '../../support/waiting/tally.ts'
import { nodeOn, tally } from '../../support/waiting/tally.ts'

const test = suite('concurrent commands on one stream')
const codes = (results: readonly E.Either<{ readonly code: string }, unknown>[]) =>
  results.map(r => (E.isLeft(r) ? r.left.code : 'done'))
const times = <A>(count: number, make: (i: number) => A): A[] => Array.from({ length: count }, (_, i) => make(i))

test('many commands on a busy stream share one commit, and each gets its own revision and the state before', async () => {
  const { log, appends, beforeAppend } = watchedLog()
  const { add } = nodeOn(log)
  const { open, opened } = gate()
  beforeAppend(() => opened.then(() => undefined))
  const first = add({ by: 1 })
  const others = times(50, () => add({ by: 1 }))
  open()
  const results = await Promise.all([first, ...others])
  assert.equal(
    results.map(r => (E.isRight(r) ? [r.right.before, r.right.state, r.right.revision] : r.left.code)),
    times(51, i => [i, i + 1, i]),
  )
  assert.equal(
    appends.map(a => a.events),
    [1, 50],
  )
})

test('streams do not wait for each other', async () => {
  const { log, beforeAppend } = watchedLog()
  const { add } = nodeOn(log)
  const { open, opened } = gate()
  beforeAppend(stream => (stream === 'tally-slow' ? opened.then(() => undefined) : undefined))
  const slow = add({ by: 1 }, 'slow')
  assert.equal(codes([await add({ by: 1 }, 'quick')]), ['done'])
  open()
  assert.equal(codes([await slow]), ['done'])
})

test('a rejection based on events that never reached the disk is decided again', async () => {
  const { log, elsewhere, beforeAppend } = watchedLog()
  const { add } = nodeOn(log)
  let tries = 0
  beforeAppend(async () => {
    // another node offsets the first command before its event is written
    if (tries++ === 0) await elsewhere('tally-a', 'Added', { by: -5 })
    return undefined
  })
  const results = await Promise.all([add({ by: 5, atMost: 5 }), add({ by: 5, atMost: 5 })])
  assert.equal(codes(results), ['done', 'done'])
})

test('a failed append fails exactly the commands that depend on it', async () => {
  const { log, events, appends, beforeAppend } = watchedLog()
  const { add } = nodeOn(log)
  beforeAppend(() => (appends.length === 2 ? { kind: 'unavailable', reason: 'unreachable' } : undefined))
  const first = add({ by: 1 })
  const failing = [add({ by: 1 }), add({ by: 100, atMost: 101 })]
  assert.equal(codes([await first, ...(await Promise.all(failing))]), [
    'done',
    'store-unavailable',
    'store-unavailable',
  ])
  assert.equal(codes([await add({ by: 1 })]), ['done'])
  assert.is(events.length, 2)
})

test('changes that are too large for one append are appended separately, in any script', async () => {
  for (const letter of ['a', '€', '😀']) {
    const { log, appends } = watchedLog()
    const { add } = nodeOn(log)
    const note = letter.repeat(700_000 / Buffer.byteLength(letter))
    const results = await Promise.all(times(4, () => add({ by: 1, note })))
    assert.equal(
      codes(results),
      times(4, () => 'done'),
      letter,
    )
    assert.is(appends.length, 4)
  }
})

test('a burst of large changes is not busy while each of its appends succeeds', async () => {
  const { log, appends } = watchedLog()
  const { add } = nodeOn(log)
  const note = 'a'.repeat(700_000)
  const results = await Promise.all(times(40, () => add({ by: 1, note })))
  assert.equal(
    codes(results),
    times(40, () => 'done'),
  )
  assert.is(appends.length, 40)
})

/** The tally, which notes each decision. */
const noted = (note: () => void): typeof tally => ({
  ...tally,
  decide(command, sum) {
    note()
    return tally.decide(command, sum)
  },
})

test('a large change of a burst is decided once, not again after each append', async () => {
  const { log, appends } = watchedLog()
  const { work } = nodeOn(log)
  let decisions = 0
  const aggregate = noted(() => decisions++)
  const results = await Promise.all(
    times(30, () => work().execute(aggregate, 'a', { by: 1, note: 'a'.repeat(700_000) })),
  )
  assert.equal(
    codes(results),
    times(30, () => 'done'),
  )
  assert.equal([appends.length, decisions], [30, 30])
})

test('other requests run between decisions that take long', async () => {
  const { log } = watchedLog()
  const { work } = nodeOn(log)
  let decisions = 0
  const seen: number[] = []
  const aggregate = noted(() => {
    decisions++
    setImmediate(() => seen.push(decisions))
    const from = performance.now()
    while (performance.now() - from < 10) {
      // a rule over a large state
    }
  })
  await Promise.all(times(5, () => work().execute(aggregate, 'a', { by: 1 })))
  // the first one is decided and appended alone
  assert.equal(seen.slice(1, 4), [2, 3, 4])
})

test('a change that is too large is rejected without affecting others', async () => {
  const { log } = watchedLog()
  const { add } = nodeOn(log)
  const note = 'a'.repeat(1_000_001)
  const results = await Promise.all([add({ by: 1 }), add({ by: 1 }), add({ by: 1, note }), add({ by: 1 })])
  assert.equal(codes(results), ['done', 'done', 'append-too-large', 'done'])
})

test('a rule that throws fails only its own command', async () => {
  const { log, events } = watchedLog()
  const { add } = nodeOn(log)
  const results = await Promise.allSettled([add({ by: 1 }), add({ by: 2 }), add({ by: Number.NaN }), add({ by: 4 })])
  assert.equal(
    results.map(r => r.status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal(
    events.map(e => (e.data as Added['data']).by),
    [1, 2, 4],
  )
})

test('with two nodes and a failing log, exactly the successful commands are recorded, each once', async () => {
  const trouble = fc.array(fc.constantFrom('', '', '', 'conflict', 'unavailable'), { maxLength: 12 })
  const command = fc.record({
    node: fc.nat(1),
    by: fc.integer({ min: 1, max: 3 }),
    atMost: fc.integer({ min: 5, max: 60 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 40 }), trouble, async (commands, troubles) => {
      const { log, events, beforeAppend } = watchedLog()
      const nodes = [nodeOn(log), nodeOn(log)]
      const pending = [...troubles]
      beforeAppend(stream => {
        const next = pending.shift()
        if (next === 'conflict') return { kind: 'conflict', stream, actual: 0 }
        return next === 'unavailable' ? { kind: 'unavailable', reason: 'unreachable' } : undefined
      })
      const results = await Promise.all(
        commands.map(({ node, by, atMost }, i) => nodes[node]?.add({ by, atMost, note: String(i) })),
      )
      const noted = events.map(e => (e.data as Added['data']).note)
      results.forEach((result, i) => {
        const count = noted.filter(n => n === String(i)).length
        assert.is(count, result && E.isRight(result) ? 1 : 0, `command ${i}`)
      })
      let sum = 0
      for (const event of events) {
        const { by, note } = event.data as Added['data']
        sum += by
        assert.ok(sum <= (commands[Number(note)]?.atMost ?? 0), 'a rule was broken')
      }
      results.forEach((result, i) => {
        if (result && E.isRight(result))
          assert.is(noted[result.right.revision], String(i), 'the revision is that of its event')
      })
    }),
    { numRuns: 60 },
  )
})

test.run()
