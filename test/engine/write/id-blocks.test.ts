import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { NoIds, openIds, sequence } from '../../../src/engine/write/id-blocks.ts'
import { given } from '../../support/given/decider.ts'
import { watchedLog } from '../../support/memory/watched-log.ts'
import { startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'
import { nodeOn } from '../../support/waiting/tally.ts'

const test = suite('ids')
const times = <A>(count: number, make: (i: number) => A): A[] => Array.from({ length: count }, (_, i) => make(i))
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b)

test('a block starts after the reserved ids', () => {
  given(sequence)()
    .when({ size: 20 })
    .then({ type: 'IdBlockReserved', data: { upTo: 20 } })
  given(sequence)({ type: 'IdBlockReserved', data: { upTo: 20 } })
    .when({ size: 5 })
    .then({ type: 'IdBlockReserved', data: { upTo: 25 } })
})

test('ids start at 1, with one sequence per kind and one append per block', async () => {
  const { log, appends, events } = watchedLog()
  const ids = openIds(nodeOn(log).newWork)
  const given = await Promise.all(times(41, () => ids.next('campaign')))
  assert.equal(
    sorted(given),
    times(41, i => i + 1),
  )
  assert.is(await ids.next('asset'), 1)
  assert.is(await ids.next('campaign'), 42)
  assert.equal(
    appends.map(a => a.stream),
    ['sequence-campaign', 'sequence-campaign', 'sequence-campaign', 'sequence-asset'],
  )
  assert.equal(events[0]?.data, { upTo: 20 })
})

test('a reservation is on disk before its first id is returned', async () => {
  const { log, beforeAppend } = watchedLog()
  const ids = openIds(nodeOn(log).newWork)
  beforeAppend(() => ({ kind: 'unavailable', reason: 'unreachable' }))
  await ids.next('campaign').then(
    () => assert.unreachable('an id without a reservation'),
    error => {
      assert.instance(error, NoIds)
      assert.is(error.rejection.code, 'store-unavailable')
    },
  )
  beforeAppend(() => undefined)
  assert.is(await ids.next('campaign'), 1, 'a failure is not cached')
})

test('a restarted node leaves a gap and never repeats an id', async () => {
  const { log } = watchedLog()
  const before = await openIds(nodeOn(log).newWork).next('campaign')
  const after = await openIds(nodeOn(log).newWork).next('campaign')
  assert.equal([before, after], [1, 21])
})

test('several nodes never issue the same id, even when appends fail', async () => {
  const taken = fc.array(fc.nat(2), { minLength: 1, maxLength: 120 })
  const troubles = fc.array(fc.constantFrom('', 'conflict', 'unavailable'), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(taken, troubles, async (nodes, pending) => {
      const { log, beforeAppend } = watchedLog()
      const sources = times(3, () => openIds(nodeOn(log).newWork))
      const left = [...pending]
      beforeAppend(stream => {
        const next = left.shift()
        if (next === 'conflict') return { kind: 'conflict', stream, actual: 0 }
        return next === 'unavailable' ? { kind: 'unavailable', reason: 'unreachable' } : undefined
      })
      const results = await Promise.allSettled(nodes.map(node => sources[node]?.next('campaign')))
      const ids = results.flatMap(r => (r.status === 'fulfilled' ? [r.value] : []))
      assert.is(new Set(ids).size, ids.length)
      for (const id of ids) assert.ok(Number.isSafeInteger(id) && (id ?? 0) >= 1)
      for (const r of results) if (r.status === 'rejected') assert.instance(r.reason, NoIds)
    }),
    { numRuns: 40 },
  )
})

test('a client that creates something while the log is unavailable gets 503 with Retry-After', async () => {
  const { log, beforeAppend } = watchedLog()
  const ids = openIds(nodeOn(log).newWork)
  beforeAppend(stream => (stream.startsWith('sequence-') ? { kind: 'unavailable', reason: 'unreachable' } : undefined))
  const app = await startApp(thingRows, { log, ids })
  try {
    for (const headers of [{}, { 'idempotency-key': 'k1' } as Record<string, string>]) {
      const refused = await app.send('POST', '/v2/accounts/acme/things', { json: { name: 'new' }, headers })
      assert.equal([refused.status, refused.json.code], [503, 'store-unavailable'])
      assert.is(refused.headers['retry-after'], '1')
    }
    beforeAppend(() => undefined)
    const created = await app.send('POST', '/v2/accounts/acme/things', {
      json: { name: 'new' },
      headers: { 'idempotency-key': 'k1' },
    })
    assert.equal([created.status, created.json.thingId], [200, 1])
  } finally {
    await app.stop()
  }
})

test.run()
