import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compareLogs } from '../../src/audit/compare-logs.ts'
import { copyLog } from '../../src/audit/copy-log.ts'
import { missingSecrets } from '../../src/audit/copy-secrets.ts'
import type { Appended, EventLog, NewEvent, Recorded } from '../../src/ports/event-log.ts'
import type { SecretStore } from '../../src/ports/secret-store.ts'
import { StreamBroken } from '../../src/ports/store-away.ts'
import { memoryLog } from '../support/memory/log.ts'

const nothing = () => undefined
const metadata = {
  at: '2026-03-01T12:00:00.000Z',
  actor: 'ann',
  operation: 'waterPot',
  correlationId: 'c',
  causationId: 'c',
  schemaVersion: 1,
}
const event = (n: number, data: unknown = { n }): NewEvent => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  type: 'PotWatered',
  data,
  metadata,
})

/** A log whose nth event is in the nth of `streams`. */
const logOf = async (streams: readonly string[], dataOf: (n: number) => unknown = n => ({ n })) => {
  const log = memoryLog()
  const next = new Map<string, number>()
  for (const [n, stream] of streams.entries()) {
    const revision = next.get(stream) ?? 0
    assert.ok(E.isRight(await log.append(stream, [event(n, dataOf(n))], revision - 1)))
    next.set(stream, revision + 1)
  }
  return log
}
const factsOf = (events: readonly Recorded[]) => events.map(({ position: _, ...fact }) => fact)
/** A log that becomes unavailable after a number of appends, as if the copy were killed. */
const dyingAfter = (log: EventLog, appends: number): EventLog => {
  let left = appends
  return {
    ...log,
    append: async (stream, events, expected) =>
      left-- > 0 ? log.append(stream, events, expected) : E.left({ kind: 'unavailable', reason: 'no connection' }),
  }
}
const refusal = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
  } catch (error) {
    assert.is((error as Error).name, 'CopyFailed')
    return (error as Error).message
  }
  return 'it was not refused'
}

const anyStreams = fc.array(fc.constantFrom('pot-1', 'pot-2', 'pot-3'), { maxLength: 40 })

test('resuming an interrupted copy gives the same log, whatever its content and wherever it stopped', async () => {
  await fc.assert(
    fc.asyncProperty(anyStreams, fc.nat(20), fc.nat(20), async (streams, first, second) => {
      const from = await logOf(streams)
      const to = memoryLog()
      const until = await from.head()
      for (const appends of [first, second])
        await copyLog(from, dyingAfter(to, appends), until, nothing).catch(error =>
          assert.match(error.message, 'no connection; run the same command again to resume'),
        )
      const before = to.events.length
      assert.is(await copyLog(from, to, until, nothing), streams.length - before)
      assert.equal(factsOf(to.events), factsOf(from.events))
      assert.is(await compareLogs(from, to, until, nothing), streams.length)
      assert.is(await copyLog(from, to, until, nothing), 0, 'a repeat writes nothing')
    }),
  )
})

test('a run of one stream is one append, and a long one resumes in its middle', async () => {
  const long = Array.from({ length: 1_300 }, (_, n) => (n < 1_200 ? 'pot-1' : `pot-${n % 2}`))
  const from = await logOf(long)
  const to = memoryLog()
  const sizes: number[] = []
  const counting: EventLog = {
    ...to,
    append: (stream, events, expected) => {
      sizes.push(events.length)
      return to.append(stream, events, expected)
    },
  }
  await refusal(copyLog(from, dyingAfter(counting, 1), await from.head(), nothing))
  assert.equal(sizes, [500])
  assert.is(await copyLog(from, counting, await from.head(), nothing), 800)
  assert.equal(sizes.slice(1, 4), [500, 200, 1])
  assert.equal(factsOf(to.events), factsOf(from.events))
})

test('a target that writes runs in another order is noticed, because views would be built from it', async () => {
  const from = await logOf(['pot-1', 'pot-2', 'pot-3'])
  const to = memoryLog()
  const reversing: EventLog = {
    ...to,
    append: async (stream, events, expected) =>
      E.map(({ revision, position }: Appended) => ({ revision, position: 10n - position }))(
        await to.append(stream, events, expected),
      ),
  }
  assert.match(await refusal(copyLog(from, reversing, 3n, nothing)), 'wrote pot-2@0 (PotWatered) behind later events')
})

test('a target in which a stream of the source was deleted is named, with what to do', async () => {
  const from = await logOf(['pot-1'])
  const deleting: EventLog = {
    ...memoryLog(),
    append: async () => {
      throw new StreamBroken('pot-1', 'it was deleted in EventStoreDB')
    },
  }
  const said = await refusal(copyLog(from, deleting, 1n, nothing))
  assert.match(said, 'in the target pot-1 has a gap: it was deleted in EventStoreDB.')
  assert.match(said, 'Or copy again into an empty target, for EventStoreDB with another STREAM_PREFIX.')
})

test('a target that differs in any event is refused, and nothing is written to it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('pot-1', 'pot-2'), { minLength: 1, maxLength: 20 }),
      fc.nat(),
      async (streams, at) => {
        const other = at % streams.length
        const from = await logOf(streams)
        const to = await logOf(streams.slice(0, other + 1), n => (n === other ? 'something else' : { n }))
        const { stream, revision } = from.events[other]!
        const message = await refusal(copyLog(from, to, await from.head(), nothing))
        assert.match(message, `${stream}@${revision} (PotWatered) differs in the target`)
        assert.is(to.events.length, other + 1)
      },
    ),
  )
})

test('a target with other streams, or with events after the end of the source, is refused', async () => {
  const from = await logOf(['pot-1', 'pot-1'])
  const others = await logOf(['jar-1'])
  assert.is(
    await refusal(copyLog(from, others, 2n, nothing)),
    'the target holds other events: it has jar-1@0 (PotWatered) where the source has pot-1@0 (PotWatered)',
  )
  const longer = await logOf(['pot-1', 'pot-1', 'pot-2'])
  assert.match(await refusal(copyLog(from, longer, 2n, nothing)), 'it continues with pot-2@0 (PotWatered)')
  assert.is(longer.events.length, 3)
})

test('comparing reports the first missing event', async () => {
  const from = await logOf(['pot-1', 'pot-2', 'pot-1'])
  const to = await logOf(['pot-1', 'pot-2'])
  assert.is(await refusal(compareLogs(from, to, 3n, nothing)), 'pot-1@1 (PotWatered) is missing from the target')
})

test('events appended to the source during the copy are left for the next run', async () => {
  const from = await logOf(['pot-1', 'pot-2'])
  const to = memoryLog()
  const until = await from.head()
  await from.append('pot-1', [event(2)], 0)
  assert.is(await copyLog(from, to, until, nothing), 2)
  assert.is(await compareLogs(from, to, until, nothing), 2)
})

test('large consecutive events of one stream are split into appends that every log accepts', async () => {
  const from = await logOf(
    Array.from({ length: 5 }, () => 'pot-1'),
    () => 'ä'.repeat(100_000),
  )
  const sizes: number[] = []
  const to = memoryLog()
  const measured: EventLog = {
    ...to,
    append: (stream, events, expected) => {
      sizes.push(Buffer.byteLength(JSON.stringify(events)))
      return to.append(stream, events, expected)
    },
  }
  await copyLog(from, measured, 5n, nothing)
  assert.is(to.events.length, 5)
  assert.ok(
    sizes.every(size => size < 1_000_000),
    `appends of ${sizes} bytes`,
  )
})

const secretsOf = (secrets: Readonly<Record<string, string>>): SecretStore => ({
  get: async id => secrets[id],
  put: async (_, sealed) => sealed,
  replace: async () => false,
  delete: async () => undefined,
  async *list() {
    for (const [id, sealed] of Object.entries(secrets)) yield { id, sealed }
  },
})

test('finds missing secrets; a secret that differs, or was destroyed in the source, is refused with its id', async () => {
  const from = secretsOf({ pepper: 'p', 'secret:1': 's' })
  assert.equal(await missingSecrets(from, secretsOf({ pepper: 'p' })), [{ id: 'secret:1', sealed: 's' }])
  assert.match(await refusal(missingSecrets(from, secretsOf({ pepper: 'other' }))), 'a different secret pepper')
  assert.match(await refusal(missingSecrets(from, secretsOf({ 'account:acme': 'k' }))), 'has a secret account:acme')
  assert.equal(await missingSecrets(secretsOf({}), from), [], 'a source with its secrets elsewhere')
})

test.run()
