import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openRing } from '../../src/adapters/secrets/open-ring.ts'
import { openSealKeys } from '../../src/adapters/secrets/seal-keys.ts'
import { eventFaults } from '../../src/audit/extract/check-events.ts'
import { type Manifest, signedManifest } from '../../src/audit/extract/manifest.ts'
import { selectEvents } from '../../src/audit/extract/select-events.ts'
import { sealOf } from '../../src/audit/seal.ts'
import { hashOfRecorded, linked, noLink } from '../../src/engine/write/chaining.ts'
import { written } from '../adapters/event-log.contract.ts'
import { memoryLog } from '../support/memory/log.ts'
import { keyPair, memorySecretStore } from '../support/memory/secrets.ts'

const test = suite('extracts of a log')
const store = memorySecretStore()
const ring = await openRing({ dataDir: '/nowhere', secretsKey: keyPair('k1'), store })
const keys = await openSealKeys(ring, store)
const now = new Date('2026-03-02T10:00:00.000Z')

const log = memoryLog()
const file = 'ab'.repeat(32)
for (let i = 0; i < 8; i++) {
  const [stream, revision] = [i % 2 === 0 ? 'account-acme' : 'account-other', Math.floor(i / 2) - 1]
  const metadata = { ...written(0).metadata, at: `2026-03-01T10:00:0${i}.000Z`, actor: `key-${i}` }
  await log.append(stream, [written({ i, sha256: file }, { metadata })], revision)
}
const end = log.events.reduce(linked, noLink)

/** The lines of an extract of acme, from its second event to its third. */
const extracted = async () => {
  const [events, hashes]: [string[], string[]] = [[], []]
  const [from, to] = ['2026-03-01T10:00:02.000Z', '2026-03-01T10:00:05.000Z'] as const
  const selected = await selectEvents(
    log,
    end,
    { account: 'acme', from: Date.parse(from), to: Date.parse(to) },
    { events: async lines => void events.push(...lines), hashes: async lines => void hashes.push(...lines) },
    () => undefined,
  )
  const manifest: Manifest = signedManifest(
    {
      format: 1,
      account: 'acme',
      from,
      to,
      madeAt: now.toISOString(),
      events: selected.events,
      chain: { events: selected.before.events, head: selected.before.head },
      files: [],
      missing: [],
      seal: sealOf('log-1', selected.link, now, keys),
    },
    keys,
  )
  return { selected, events, hashes, manifest }
}
/** Lines as files are read: some at a time, now and then none. */
const linesOf = async function* (lines: readonly string[]) {
  yield lines.slice(0, 1)
  yield []
  yield lines.slice(1)
}
const faultsOf = (manifest: Manifest, events: readonly string[], hashes: readonly string[]) =>
  Array.fromAsync(eventFaults(manifest, linesOf(events), linesOf(hashes)))

test('holds the events of the account and time, what they name, and only hashes of the others', async () => {
  const { selected, events, hashes, manifest } = await extracted()
  assert.equal(
    events.map(line => JSON.parse(line).data.i),
    [2, 4],
  )
  assert.equal([[...selected.blobs], [...selected.actors]], [[file], ['key-2', 'key-4']])
  assert.equal([hashes.length, selected.before.events, selected.link], [6, 2, end])
  assert.equal(await faultsOf(manifest, events, hashes), [])
})

const changed = (line = '') => line.replace('"i":2', '"i":3')
const noHash = 'account-acme@1 was changed: it does not have its hash'
const noSeal = 'the hashes do not lead to the seal: one was changed, removed or added'

test('finds events that were changed, removed, added or moved', async () => {
  const { events, hashes, manifest } = await extracted()
  const [first = '', second = ''] = events
  const out = 'events.ndjson has a line that is no event, or out of order, after'
  for (const [lines, expected] of [
    [[changed(first), second], [noHash]],
    [[second], ['1 events of 2 are there']],
    [
      [second, first],
      [`${out} 1 events`, '1 events of 2 are there'],
    ],
    [
      [first, '{}', second],
      [`${out} 1 events`, '1 events of 2 are there'],
    ],
    [[first, second, second], [`${out} 2 events`]],
  ] as const)
    assert.equal(await faultsOf(manifest, lines, hashes), expected)
})

test('the events may be written in another way, if they are the same', async () => {
  const { events, hashes, manifest } = await extracted()
  const others = events.map(line => {
    const { data, metadata, ...place } = JSON.parse(line)
    return JSON.stringify({ metadata, ...place, data })
  })
  assert.equal(await faultsOf(manifest, others, hashes), [])
  const wider = events.map(line => line.replace('"data":', '"data": '))
  assert.equal(await faultsOf(manifest, wider, hashes), [])
  const [first = '', second = ''] = events
  assert.equal(await faultsOf(manifest, [first.replace('"key-2"', '"key-3"'), second], hashes), [noHash])
  assert.equal(await faultsOf(manifest, [first.replace('account-acme', 'account-acmf'), second], hashes), [
    noHash.replace('acme', 'acmf'),
    'account-acmf@1 belongs to another account',
  ])
})

test('finds hashes that were changed with their events', async () => {
  const { events, hashes, manifest } = await extracted()
  const line = changed(events[0])
  const other = hashOfRecorded(JSON.parse(line))
  assert.equal(await faultsOf(manifest, [line, ...events.slice(1)], [other, ...hashes.slice(1)]), [noSeal])
  assert.equal(await faultsOf(manifest, events, hashes.slice(0, -1)), [noSeal])
  assert.equal(await faultsOf(manifest, events, [...hashes, ...hashes]), [noSeal])
  assert.match((await faultsOf(manifest, events, ['no hash'])).join(), /^hashes\.txt has a line that is no hash/)
})

test('an event of another account or time does not belong in it', async () => {
  const { events, hashes, manifest } = await extracted()
  assert.match((await faultsOf({ ...manifest, account: 'other' }, events, hashes)).join(), /belongs to another account/)
  const later = { ...manifest, from: '2026-03-01T10:00:03.000Z' }
  assert.equal(await faultsOf(later, events, hashes), ['account-acme@1 is outside of the times of the extract'])
})

test.run()
