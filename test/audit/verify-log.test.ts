import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checkLog } from '../../src/audit/verify/log.ts'
import { checksumOf } from '../../src/engine/write/checksums.ts'
import type { EventLog } from '../../src/ports/event-log.ts'
import { accountConfigured } from '../support/examples/provisioning.ts'
import { recorded } from '../support/given/decider.ts'

/** The faults that are found in a log with an account that has these revisions, in this order. */
const faultsOf = async (...revisions: readonly number[]): Promise<readonly string[]> => {
  const events = revisions.map((revision, i) => {
    const event = { ...recorded('account-acme', accountConfigured(), revision), position: BigInt(i + 1) }
    return { ...event, metadata: { ...event.metadata, checksum: checksumOf(event) } }
  })
  const log = {
    async *readAll() {
      yield* events
    },
  } as unknown as EventLog
  const last = new Map<string, number>()
  const kept = {
    of: (stream: string) => last.get(stream) ?? -1,
    set: (stream: string, revision: number) => void last.set(stream, revision),
  }
  const along = { revisions: kept as never, event: () => undefined, sealed: async () => undefined }
  const { faults } = await checkLog(log, BigInt(events.length), along, () => undefined)
  return faults.map(({ where, detail }) => `${where} ${detail}`)
}

test('a log in order has no faults', async () => {
  assert.equal(await faultsOf(0, 1, 2), [])
})

test('events that were removed are named, with what to do', async () => {
  assert.equal(await faultsOf(0, 2), [
    'account-acme@2 has revision 2; expected 1: the log lacks revision 1 before it; restore a backup',
  ])
  assert.equal(await faultsOf(0, 4), [
    'account-acme@4 has revision 4; expected 1: the log lacks revisions 1 to 3 before it; restore a backup',
  ])
})

test('events that were swapped are each named', async () => {
  assert.equal(await faultsOf(1, 0), [
    'account-acme@1 has revision 1; expected 0: the log lacks revision 0 before it; restore a backup',
    'account-acme@0 has revision 0; expected 2: it is not where it was written; restore a backup',
  ])
})

test.run()
