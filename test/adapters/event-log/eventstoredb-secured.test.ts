import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isStoreAway } from '../../../src/adapters/event-log/eventstoredb/errors.ts'
import { openEventStoreDb } from '../../../src/adapters/event-log/eventstoredb/open-event-log.ts'
import { certificateFile, type StandIn, startStandIn } from '../../support/servers/eventstore/stand-in.ts'
import { appended, written } from '../event-log.contract.ts'
import { everything, following, impatient, patient, revisionsOf } from './nodes.ts'

const password = 'p:ss w@rd/1'
const test = suite<{ store: StandIn }>('EventStoreDB: TLS and credentials in the URL')
test.before(async context => {
  context.store = await startStandIn({ password })
})
test.after(({ store }) => store.close())

const reason = 'the credentials were rejected'
const streamPrefix = 'endcap_'
const ca = `tlsCAFile=${encodeURIComponent(certificateFile)}`
const urlOf = ({ port }: StandIn, as: string, query: string) =>
  `esdb://admin:${encodeURIComponent(as)}@127.0.0.1:${port}?${query}`
const refusalOf = async (url: string, patience = impatient): Promise<Error & { reason?: string }> => {
  const opened = await openEventStoreDb({ url, streamPrefix, patience }).catch((error: Error) => error)
  if (opened instanceof Error) return opened
  await opened.close()
  throw new Error('the store was opened')
}

test('with the password and a trusted certificate a client appends, reads and subscribes', async ({ store }) => {
  const log = await openEventStoreDb({ url: urlOf(store, password, ca), streamPrefix, patience: patient })
  try {
    const { seen, until } = following(log)
    appended(await log.append('note-1', [written(1), written(2)], -1))
    assert.is((await log.streamHead('note-1')).revision, 1)
    await until(2)
    assert.equal(revisionsOf(seen), revisionsOf(await everything(log)))
  } finally {
    await log.close()
  }
})

test('a wrong password is reported at startup and not shown', async ({ store }) => {
  // the server must have answered once in this time, also on a busy machine
  const refused = await refusalOf(urlOf(store, 'not-to-be-seen', ca), { startMs: 5_000 })
  assert.ok(isStoreAway(refused))
  assert.is(refused.message, 'the event log cannot be reached: the credentials were rejected')
  assert.not.match(String(refused.stack), 'not-to-be-seen')
})

test('a password that was changed while a node runs is what the node says, not a code', async ({ store }) => {
  const states: (string | undefined)[] = []
  const onState = (reason: string | undefined) => states.push(reason)
  const options = { url: urlOf(store, password, ca), streamPrefix: 'other_', patience: { callMs: 1_000 } }
  // with its id, so that the next one has no open call for appends, which keeps its login
  await (await openEventStoreDb(options)).close()
  const log = await openEventStoreDb({ ...options, onState })
  try {
    await store.send({ order: 'change password', to: 'another one' })
    assert.equal(await log.append('note-1', [written(1)], -1), E.left({ kind: 'unavailable', reason }))
    assert.equal(states, [reason])
  } finally {
    await store.send({ order: 'change password', to: password })
    await log.close()
  }
})

test('refuses an untrusted certificate, and a secured server without TLS', async ({ store }) => {
  for (const query of ['tls=true', 'tls=false']) {
    const refused = await refusalOf(urlOf(store, password, query))
    assert.ok(isStoreAway(refused), query)
    assert.not.match(String(refused.stack), password)
  }
})

test.run()
