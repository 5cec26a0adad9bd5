import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openRing } from '../../src/adapters/secrets/open-ring.ts'
import { openSealKeys } from '../../src/adapters/secrets/seal-keys.ts'
import { sealOf } from '../../src/audit/seal.ts'
import { type NamedSeal, sealsCheck } from '../../src/audit/verify/seals.ts'
import { hashOfRecorded, linked, noLink } from '../../src/engine/write/chaining.ts'
import { written } from '../adapters/event-log.contract.ts'
import { memoryLog } from '../support/memory/log.ts'
import { keyPair, memorySecretStore } from '../support/memory/secrets.ts'

const test = suite('comparing a log with seals')
const store = memorySecretStore()
const ring = await openRing({ dataDir: '/nowhere', secretsKey: keyPair('k1'), store })
const keys = await openSealKeys(ring, store)
const at = new Date('2026-03-01T10:00:00.000Z')

const log = memoryLog()
for (let i = 0; i < 5; i++) await log.append('note-1', [written(i)], i - 1)
const { events } = log

/** The seal of the first events of the log, in a file named by their number. */
const sealed = (count: number, id = 'log-1'): NamedSeal => ({
  file: `${count}.json`,
  seal: sealOf(id, events.slice(0, count).reduce(linked, noLink), at, keys),
})
const faultsOf = (found: typeof events, seals: readonly NamedSeal[], whole = true) => {
  const check = sealsCheck('log-1', seals, keys.publicKeys)
  for (const event of found) check.add(event, hashOfRecorded(event))
  return check.end(whole).map(({ where, detail }) => `${where}: ${detail.split(';')[0]}`)
}
const changedAt = '2026-03-01T10:00:00.000Z'

test('several seals of one log narrow down where it was changed', () => {
  const seals = [sealed(5), sealed(2), sealed(3)]
  assert.equal(faultsOf(events, seals), [])
  const changed = events.map((event, i) => (i === 2 ? { ...event, data: 'other' } : event))
  assert.equal(faultsOf(changed, seals), [
    `3.json: an event after the first 2 and up to the first 3 was changed, removed or added since ${changedAt}`,
    `5.json: an event after the first 2 and up to the first 5 was changed, removed or added since ${changedAt}`,
  ])
})

test('a log with fewer events than were sealed', () => {
  assert.equal(faultsOf(events.slice(0, 4), [sealed(5)]), [
    `5.json: 5 events were sealed on ${changedAt}, and the log has 4: events were removed`,
  ])
  assert.equal(faultsOf(events.slice(0, 4), [sealed(5)], false), [
    '5.json: could not be compared: the log was not read to its end',
  ])
})

test('a copy has other positions, and matches the seal of the source; the log itself must have the same ones', () => {
  const moved = events.map(event => ({ ...event, position: event.position + 7n }))
  assert.equal(faultsOf(moved, [sealed(5, 'log-2')]), [])
  assert.is(faultsOf(moved, [sealed(5)]).length, 1)
})

test('a changed seal proves nothing, nor does one of another key', async () => {
  const { seal } = sealed(5)
  for (const change of [
    { at: '2030-01-01T00:00:00.000Z' },
    { log: 'log-2' },
    { publicKey: 'AAAA' },
    { signature: 'AA' },
  ])
    assert.equal(faultsOf(events, [{ file: 'a', seal: { ...seal, ...change } }]), [
      'a: its signature is wrong: the seal was changed',
    ])
  const other = await openSealKeys(ring, memorySecretStore())
  const foreign = sealOf('log-1', events.reduce(linked, noLink), at, other)
  assert.equal(faultsOf(events, [{ file: 'a', seal: foreign }]), ['a: it was signed with another key'])
})

test.run()
