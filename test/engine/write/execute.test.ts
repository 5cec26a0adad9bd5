import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Rejection } from '../../../src/domain/shared/decider.ts'
import { watchedLog } from '../../support/memory/watched-log.ts'
import { startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'
import { nodeOn, runOf, tally } from '../../support/waiting/tally.ts'

const test = suite('executing a command')
const done = <A>(result: E.Either<Rejection, A>): A => {
  if (E.isLeft(result)) throw new Error(`refused: ${result.left.code}: ${result.left.detail}`)
  return result.right
}
const codeOf = (result: E.Either<Rejection, unknown>) => (E.isLeft(result) ? result.left.code : undefined)

test('events are appended with actor, cause and time, and the position is returned', async () => {
  const { log, events } = watchedLog()
  const { work } = nodeOn(log)
  const one = work()
  assert.is(one.lastPosition(), undefined)
  const { state, revision, position } = done(await one.execute(tally, 'a', { by: 3 }))
  assert.equal([state, revision, position, one.lastPosition()], [3, 0, 1n, 1n])
  const [event] = events
  assert.is(event?.stream, 'tally-a')
  assert.equal(event?.metadata, {
    at: '2026-03-01T12:00:10.000Z',
    actor: 'key1',
    operation: 'addToTally',
    correlationId: 'request',
    causationId: 'request',
    schemaVersion: 1,
  })
})

test('a command that changes nothing appends nothing', async () => {
  const { log, appends } = watchedLog()
  const { add } = nodeOn(log)
  done(await add({ by: 3 }))
  const { events, revision, position } = done(await add({ by: 0 }))
  assert.equal([events, revision, position], [[], 0, 1n])
  assert.is(appends.length, 1)
})

test('when another node writes first, the command is decided again on the new state', async () => {
  const { log, events, elsewhere, beforeAppend } = watchedLog()
  const { add } = nodeOn(log)
  let writes = 0
  beforeAppend(async () => {
    if (writes++ < 3) await elsewhere('tally-a', 'Added', { by: 10 })
    return undefined
  })
  assert.is(done(await add({ by: 1 })).state, 31)
  assert.equal(
    events.map(e => (e.data as { by: number }).by),
    [10, 10, 10, 1],
  )
})

test('a rule sees the writes of another node, even if this node has an older state in memory', async () => {
  const { log, elsewhere, appends } = watchedLog()
  const { add } = nodeOn(log)
  done(await add({ by: 1 }))
  await elsewhere('tally-a', 'Added', { by: -1 })
  assert.is(done(await add({ by: 5, atMost: 5 })).state, 5, 'no rejection based on an old state')
  await elsewhere('tally-a', 'Added', { by: 1 })
  assert.is(codeOf(await add({ by: 1, atMost: 6 })), 'creative-exists', 'no acceptance based on an old state')
  assert.is(appends.length, 3)
})

test('a conflict is retried up to 20 times and then rejected, with nothing written', async () => {
  const { log, events, appends, beforeAppend } = watchedLog()
  const { add } = nodeOn(log)
  beforeAppend(stream => (appends.length <= 20 ? { kind: 'conflict', stream, actual: 0 } : undefined))
  assert.is(done(await add({ by: 1 })).state, 1)
  assert.is(appends.length, 21)
  appends.length = 0
  beforeAppend(stream => ({ kind: 'conflict', stream, actual: 0 }))
  assert.is(codeOf(await add({ by: 1 })), 'busy')
  assert.is(appends.length, 21)
  assert.is(events.length, 1)
})

test('with If-Match a stale command is rejected at once, with the current revision', async () => {
  const { log, appends, elsewhere, beforeAppend } = watchedLog()
  const { work, add } = nodeOn(log)
  done(await add({ by: 1 }))
  assert.is(done(await work().execute(tally, 'a', { by: 1 }, { ifMatch: 0 })).revision, 1)
  const stale = await work().execute(tally, 'a', { by: 1 }, { ifMatch: 0 })
  assert.is(codeOf(stale), 'stale')
  assert.match(E.isLeft(stale) ? stale.left.detail : '', '"1"')
  assert.is(appends.length, 2, 'no append was tried')
  // current when read, stale when written: the command is not retried on the new state
  beforeAppend(async () => {
    await elsewhere('tally-a', 'Added', { by: 10 })
    return undefined
  })
  assert.is(codeOf(await work().execute(tally, 'a', { by: 1 }, { ifMatch: 1 })), 'stale')
  assert.is(appends.length, 3)
})

test('an unavailable log rejects the command, and nothing of it stays in memory', async () => {
  const { log, beforeAppend } = watchedLog()
  const { add, work } = nodeOn(log)
  done(await add({ by: 1 }))
  beforeAppend(() => ({ kind: 'unavailable', reason: 'the disk is full' }))
  const refused = await add({ by: 5 })
  assert.is(codeOf(refused), 'store-unavailable')
  assert.match(E.isLeft(refused) ? refused.left.detail : '', 'the disk is full')
  beforeAppend(() => undefined)
  assert.equal(await work().load(tally, 'a'), { state: 1, revision: 0 })
  assert.is(done(await add({ by: 1 })).state, 2)
})

test('a command whose response was lost is not run again', async () => {
  const { log, events } = watchedLog()
  const { work } = nodeOn(log)
  const commandId = '11111111-1111-4111-8111-111111111111'
  const first = done(await work({ commandId }).execute(tally, 'a', { by: 2 }))
  done(await work().execute(tally, 'a', { by: 5 }))
  const again = work({ commandId, repeats: runOf(true) })
  const repeated = done(await again.execute(tally, 'a', { by: 2 }))
  assert.equal([repeated.state, repeated.revision, repeated.position], [2, 0, first.position])
  assert.is(again.lastPosition(), first.position)
  assert.is(events.length, 2)
  // a command that has not run before does run
  const other = work({ commandId: '22222222-2222-4222-8222-222222222222', repeats: runOf(true) })
  assert.is(done(await other.execute(tally, 'a', { by: 1 })).state, 8)
})

test('clients get 503 with Retry-After for too many conflicts or an unavailable log, and 412 at once', async () => {
  const { log, appends, beforeAppend } = watchedLog()
  const app = await startApp(thingRows, { log })
  const thing = '/v2/accounts/acme/things/7'
  const put = (name: string, headers = {}) => app.send('PUT', thing, { json: { name }, headers })
  try {
    assert.is((await put('one')).status, 200)
    for (const [kind, code] of [
      ['conflict', 'busy'],
      ['unavailable', 'store-unavailable'],
    ] as const) {
      beforeAppend(stream => (kind === 'conflict' ? { kind, stream, actual: 9 } : { kind, reason: 'unreachable' }))
      const { status, json, headers } = await put('two')
      assert.equal([status, json.code], [503, code])
      assert.match(headers['retry-after'] ?? '', /^[1-9]\d*$/)
    }
    const tried = appends.length
    const stale = await put('two', { 'if-match': '"5"' })
    assert.equal([stale.status, stale.json.code, appends.length], [412, 'stale', tried])
  } finally {
    await app.stop()
  }
})

test.run()
