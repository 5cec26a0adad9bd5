import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isStoreAway } from '../../../src/adapters/event-log/eventstoredb/errors.ts'
import { openEventStoreDb } from '../../../src/adapters/event-log/eventstoredb/open-event-log.ts'
import { lastRevisionOf } from '../../../src/engine/write/last-revision.ts'
import type { EventLog } from '../../../src/ports/event-log.ts'
import { inTime } from '../../support/waiting/in-time.ts'
import { appended, written } from '../event-log.contract.ts'
import { everything, following, impatient, type Nodes, patient, revisionsOf, startNodes, surely } from './nodes.ts'

const test = suite<Nodes>('EventStoreDB: appends and reads')
test.before.each(async context => {
  Object.assign(context, await startNodes())
})
test.after.each(context => context.close())

/** As in production: gives up on an unavailable store after four seconds. */
const usual = { patience: {} }
const refusalOf = (answer: Awaited<ReturnType<EventLog['append']>>) =>
  E.isLeft(answer) ? answer.left.kind : 'accepted'
const thrownBy = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    await call
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

for (const how of ['connection', 'silence'] as const) {
  test(`an append whose first answer was lost is written once and answered (${how})`, async ({ open, store }) => {
    const log = await open({ patience: { ...patient, tryMs: 300 } })
    const before = appended(await log.append('note-1', [written(1)], -1))
    await store.send({ order: 'lose next answer', how })
    const answer = appended(await log.append('note-1', [written(2), written(3)], 0))
    assert.is(answer.revision, 2)
    assert.ok(answer.position > before.position)
    assert.equal(
      (await log.readStream('note-1')).map(e => e.data),
      [1, 2, 3],
    )
    assert.is(await log.head(), answer.position)
  })
}

test('an append without an answer holds no other up, and answers that come late do no harm', async ({
  open,
  store,
}) => {
  const log = await open({ patience: { ...patient, callMs: 500, tryMs: 300 } })
  const reader = await open()
  const streams = Array.from({ length: 10 }, (_, n) => `note-${n}`)
  const events = [0, 1, 2].map(n => streams.map(() => [written(n)]))
  const takeAll = (n: number) =>
    Promise.all(streams.map((stream, i) => surely(log, stream, events[n]?.[i] ?? [], n - 1)))
  await takeAll(0)
  await store.send({ order: 'lose next answer', how: 'silence' })
  await takeAll(1)
  // so late that a busy machine does not read them before it looks at its timers
  await store.send({ order: 'slow down', ms: 5_000 })
  const tooLate = await Promise.all(streams.map((stream, i) => log.append(stream, events[2]?.[i] ?? [], 1)))
  assert.ok(tooLate.every(answer => refusalOf(answer) === 'unavailable'))
  // answered behind all of them
  const behind = reader.streamHead('note-0')
  await store.send({ order: 'slow down', ms: 0 })
  await takeAll(2)
  assert.ok((await behind).revision > 0)
  assert.equal(
    revisionsOf(await everything(log)).toSorted(),
    streams.flatMap(stream => [0, 1, 2].map(revision => `${stream}@${revision}`)),
  )
})

test('appends share one call, however many there are at once', async ({ open, store }) => {
  const log = await open()
  const { batches } = await store.send({ order: 'count' })
  for (let n = 0; n < 3; n++) appended(await log.append('note-0', [written(n)], n - 1))
  for (const n of [0, 1])
    await Promise.all(Array.from({ length: 64 }, (_, i) => log.append(`many-${i}`, [written(n)], n - 1).then(appended)))
  // that of the log's id came before
  assert.is((await store.send({ order: 'count' })).batches, batches)
})

test('after an append without an answer those behind it use another connection', async ({ open, store }) => {
  const log = await open({ patience: { ...patient, tryMs: 300 } })
  const takeAll = (n: number) =>
    Promise.all(Array.from({ length: 8 }, (_, i) => surely(log, `note-${i}`, [written(n)], n - 1)))
  await takeAll(0)
  const before = (await store.send({ order: 'count' })).batches
  await store.send({ order: 'lose next answer', how: 'silence' })
  appended(await log.append('lost-1', [written(1)], -1))
  await takeAll(1)
  // more on a machine so busy that others get no answer in time
  assert.ok((await store.send({ order: 'count' })).batches > before)
})

test('a store that restarts between two appends is not reported by the second', async ({ open, store, states }) => {
  const log = await open()
  appended(await log.append('note-1', [written(1)], -1))
  await store.kill()
  await store.restart()
  assert.is((await everything(log)).length, 1)
  const before = [...states]
  appended(await log.append('note-1', [written(2)], 0))
  assert.equal(states, before)
})

test('after a conflict the append that caused it can be read, even if the server indexes it later', async ({
  open,
  store,
}) => {
  const [one, two] = [await open(), await open()]
  appended(await one.append('note-1', [written(1)], -1))
  await store.send({ order: 'index later', ms: 400 })
  const answers = await Promise.all(
    [one, two].map(async (log, n) => {
      const answer = await log.append('note-1', [written(n)], 0)
      return { answer: refusalOf(answer), read: (await log.readStream('note-1')).length }
    }),
  )
  const refused = answers.filter(({ answer }) => answer !== 'accepted')
  assert.equal(refused, [{ answer: 'conflict', read: 2 }])
})

test('nodes that open a new store at the same time agree on its id, even if the server indexes it later', async ({
  open,
  store,
}) => {
  await store.send({ order: 'index later', ms: 400 })
  const logs = await Promise.all([open(), open(), open()])
  assert.is(new Set(logs.map(({ id }) => id)).size, 1)
})

test('an append repeated after a server kill gets its first result, also after later appends', async ({
  open,
  store,
}) => {
  const log = await open()
  const [first, second] = [[written(1), written(2)], [written(3)]]
  const answers = [appended(await log.append('note-1', first, -1)), appended(await log.append('note-1', second, 1))]
  appended(await log.append('note-1', [written(4)], 2))
  await store.kill()
  await store.restart()
  assert.equal([await surely(log, 'note-1', first, -1), await surely(log, 'note-1', second, 1)], answers)
  assert.is((await log.readStream('note-1')).length, 4)
})

test('during an outage appends and reads report it; outage and recovery are reported once each', async ({
  open,
  store,
  states,
}) => {
  const log = await open(usual)
  const { id } = log
  following(log)
  const { position } = await surely(log, 'note-1', [written(1)], -1)
  states.length = 0
  await store.kill()
  const appends = [0, 1, 2].map(n => log.append(`note-${n}`, [written(2)], 0))
  const heads = [log.streamHead('note-1'), lastRevisionOf(log, 'note-1'), log.head()]
  const reads = [log.readStream('note-1'), ...heads, everything(log)].map(thrownBy)
  assert.equal((await Promise.all(appends)).map(refusalOf), ['unavailable', 'unavailable', 'unavailable'])
  assert.ok((await Promise.all(reads)).every(isStoreAway))
  assert.is(states.length, 1)
  assert.type(states[0], 'string')
  await store.restart()
  assert.is((await surely(log, 'note-1', [written(2)], 0)).revision, 1)
  assert.equal(states.slice(1), [undefined])
  assert.ok((await log.head()) > position)
  assert.is((await open()).id, id)
})

test('the last revision of a stream needs no read, unless its answer is lost', async ({ open, store }) => {
  const log = await open()
  appended(await log.append('note-1', [written(1), written(2)], -1))
  const { reads } = await store.send({ order: 'count' })
  const many = await Promise.all(Array.from({ length: 20 }, () => lastRevisionOf(log, 'note-1')))
  assert.equal([...new Set(many)], [1])
  assert.is(await lastRevisionOf(log, 'note-none'), -1)
  assert.is((await store.send({ order: 'count' })).reads, reads)
  const hasty = await open({ patience: { ...patient, tryMs: 300 } })
  const before = (await store.send({ order: 'count' })).reads
  // one that gave up before its connection is lost would lose its read, too, and read twice
  for (const [how, node] of [
    ['silence', hasty],
    ['connection', log],
  ] as const) {
    await store.send({ order: 'lose next answer', how })
    assert.is(await lastRevisionOf(node, 'note-1'), 1, how)
  }
  assert.is((await store.send({ order: 'count' })).reads, before + 2)
})

test('a log that is closed before its subscription has an answer stops following', async ({ open, store }) => {
  const log = await open()
  store.halt()
  following(log)
  const closed = log.close()
  store.resume()
  await inTime('the log to close', closed, () => '')
})

test('an append to a frozen server times out, and its repetition is written once', async ({ open, store }) => {
  const log = await open(usual)
  await surely(log, 'note-1', [written(1)], -1)
  const events = [written(2)]
  store.halt()
  const answers = await Promise.all([
    log.append('note-1', events, 0),
    log.append('note-1', [written(3)], 1),
    log.append('note-2', [written(4)], -1),
  ])
  assert.equal(answers.map(refusalOf), ['unavailable', 'unavailable', 'unavailable'])
  assert.ok(isStoreAway(await thrownBy(log.readStream('note-1'))))
  store.resume()
  assert.is((await surely(log, 'note-1', events, 0)).revision, 1)
  assert.is((await surely(log, 'note-1', events, 0)).revision, 1)
  assert.equal(
    (await log.readStream('note-1')).map(e => e.data),
    [1, 2],
  )
})

test('waits for a slow store', async ({ open, store, states }) => {
  const log = await open()
  await store.send({ order: 'slow down', ms: 300 })
  assert.is(appended(await log.append('note-1', [written(1)], -1)).revision, 0)
  assert.is((await log.readStream('note-1')).length, 1)
  assert.equal(await log.readStream('note-1', { limit: 0 }), [])
  assert.equal(states, [])
})

test('an event without a type or with an invalid id throws and is never sent', async ({ open }) => {
  const log = await open()
  for (const bad of [written(1, { type: '' }), written(1, { id: 'not-a-uuid' })]) {
    assert.instance(await thrownBy(log.append('note-1', [written(0), bad], -1)), TypeError)
  }
  assert.is((await log.streamHead('note-1')).revision, -1)
  assert.is(appended(await log.append('note-1', [written(1)], -1)).revision, 0)
})

test('the size limit of an append includes all events and their metadata', async ({ open }) => {
  const log = await open()
  assert.is(refusalOf(await log.append('note-1', [written('x'.repeat(999_900))], -1)), 'too-large')
  const one = written(1)
  const many = Math.ceil(1_000_000 / JSON.stringify(one.metadata).length)
  const events = Array.from({ length: many }, () => written(1))
  assert.is(refusalOf(await log.append('note-1', events, -1)), 'too-large')
  const fewer = events.slice(0, many / 2)
  assert.is(appended(await log.append('note-1', fewer, -1)).revision, fewer.length - 1)
})

test('events of others never make a reader late: it reaches the end of the store without one of its own', async ({
  open,
  store,
}) => {
  const [log, theirs] = [await open(), await open({ streamPrefix: 'other_' })]
  const mine = appended(await log.append('note-1', [written('mine')], -1))
  const addOthers = async (from: number) =>
    appended(
      await theirs.append(
        'note-1',
        Array.from({ length: 5 }, (_, n) => written(n)),
        from - 1,
      ),
    ).position
  const first = await addOthers(0)
  const { reads } = await store.send({ order: 'count' })
  assert.is(await log.head(), first)
  assert.is((await store.send({ order: 'count' })).reads, reads + 1, 'without a search')
  const late = following(log)
  const behind = following(log, { after: mine.position })
  await Promise.all([late.reached(first), behind.reached(first)])
  // so few that the live subscription says nothing of them by itself
  const second = await addOthers(5)
  assert.is(await log.head(), second)
  await Promise.all([late.reached(second), behind.reached(second)])
  const next = appended(await log.append('note-1', [written('mine too')], 0))
  await Promise.all([late.reached(next.position), behind.reached(next.position)])
  assert.equal(revisionsOf(late.seen), ['note-1@0', 'note-1@1'])
  assert.equal(revisionsOf(behind.seen), ['note-1@1'])
  assert.is((await store.send({ order: 'count' })).subscriptions, 1)
})

test('ignores other streams in the same store', async ({ open }) => {
  const log = await open()
  const theirs = await open({ streamPrefix: 'other_' })
  assert.is.not(log.id, theirs.id)
  assert.equal(await everything(log), [])
  const mine = appended(await log.append('note-1', [written('mine')], -1))
  for (let n = 0; n < 250; n++) appended(await theirs.append('note-1', [written('theirs')], n - 1))
  assert.ok((await log.head()) > mine.position)
  const { until, seen } = following(log)
  await until(1)
  assert.is((await log.streamHead('note-1')).revision, 0)
  const next = appended(await log.append('note-1', [written('mine too')], 0))
  assert.is(await log.head(), next.position)
  await until(2)
  assert.equal(seen, await everything(log))
  assert.equal(
    seen.map(e => e.data),
    ['mine', 'mine too'],
  )
})

test('a conflict has the actual revision even with throwOnAppendFailure=false in the URL', async ({ open, store }) => {
  const log = await open({ url: `${store.url}&throwOnAppendFailure=false` })
  for (let n = 0; n < 5; n++) appended(await log.append('note-1', [written(n)], n - 1))
  assert.equal(await log.append('note-1', [written(9)], 1), E.left({ kind: 'conflict', stream: 'note-1', actual: 4 }))
})

test('a store that does not answer at startup is an error without the password', async ({ store }) => {
  await store.kill()
  const url = `esdb://admin:not-to-be-seen@127.0.0.1:${store.port}?tls=false`
  const unavailable = await thrownBy(openEventStoreDb({ url, streamPrefix: 'endcap_', patience: impatient }))
  assert.ok(isStoreAway(unavailable))
  const malformed = await thrownBy(openEventStoreDb({ url: `${url}&&`, streamPrefix: 'endcap_' }))
  assert.match((malformed as Error).message, /connection string/)
  const noFile = await thrownBy(openEventStoreDb({ url: 'esdb://a:2113?tlsCAFile=/none.pem', streamPrefix: 'endcap_' }))
  assert.match((noFile as Error).message, /certificate file/)
  for (const error of [unavailable, malformed]) assert.not.match(String((error as Error).stack), /not-to-be-seen/)
})

test('options that the client does not know are named without the password', async ({ open, store }) => {
  const { warn } = console
  const lines: string[] = []
  console.warn = (line: string) => void lines.push(line)
  try {
    await open({ url: `esdb://admin:not-to-be-seen@127.0.0.1:${store.port}?tls=false&color=red&tlsVerifyCert=false` })
  } finally {
    console.warn = warn
  }
  assert.equal(lines, [
    'EVENTSTOREDB_URL: Unknown option key "color", setting will be ignored.',
    'EVENTSTOREDB_URL: "tlsVerifyCert" is not currently supported by this client, and will have no effect.',
  ])
})

test.run()
