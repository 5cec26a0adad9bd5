import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mustHoldSecrets } from '../../../src/adapters/secrets/lost-secrets.ts'
import type { EventLog } from '../../../src/ports/event-log.ts'
import { memoryLog } from '../../support/memory/log.ts'
import { keyPair, memorySecretStore, secretsUnder } from '../../support/memory/secrets.ts'

const test = suite('a log whose secrets are gone')
const metadata = { at: '', actor: '', operation: '', correlationId: '', causationId: '', schemaVersion: 1 }

const logWithEvent = async (): Promise<EventLog> => {
  const log = memoryLog()
  await log.append('settings-a', [{ id: 'one', type: 'Changed', data: {}, metadata }], -1)
  return log
}
const sealedStore = async () => {
  const store = memorySecretStore()
  await secretsUnder(keyPair('k1'), store)
  return store
}
const refusal = (log: Pick<EventLog, 'readAll'>, store: ReturnType<typeof memorySecretStore>): Promise<string> =>
  mustHoldSecrets(log, store).then(
    () => 'accepted',
    (error: Error) => `${error.name}: ${error.message}`,
  )

test('new stores have neither events nor secrets', async () => {
  assert.is(await refusal(memoryLog(), memorySecretStore()), 'accepted')
})

test('the secrets of a log are accepted, also without the key of a later release', async () => {
  const store = await sealedStore()
  store.rows.delete('seal-key')
  assert.is(await refusal(await logWithEvent(), store), 'accepted')
})

test('a log without secrets, or without one of its keys, is refused by name', async () => {
  assert.match(await refusal(await logWithEvent(), memorySecretStore()), /^KeysRefused: .*\(the check value, pepper, /)
  for (const [entry, named] of [
    ['check', 'the check value'],
    ['pepper', 'pepper'],
    ['signing-key', 'signing-key'],
  ] as const) {
    const store = await sealedStore()
    store.rows.delete(entry)
    assert.match(await refusal(await logWithEvent(), store), `missing (${named}): restore`)
  }
})

test('a first key that was removed after a rotation is not missing', async () => {
  const store = await sealedStore()
  store.rows.delete('pepper')
  store.rows.set('pepper:order', 'sealed order')
  assert.is(await refusal(await logWithEvent(), store), 'accepted')
})

test('a node that writes its first event while another one starts on new stores does not stop it', async () => {
  const [log, store] = [await logWithEvent(), memorySecretStore()]
  const readAll: EventLog['readAll'] = async function* (options) {
    await secretsUnder(keyPair('k1'), store)
    yield* log.readAll(options)
  }
  assert.is(await refusal({ readAll }, store), 'accepted')
})

test.run()
