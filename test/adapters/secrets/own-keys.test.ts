import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pepperOf } from '../../../src/adapters/secrets/api-key-hash.ts'
import { openRing } from '../../../src/adapters/secrets/open-ring.ts'
import {
  addOwnKey,
  type OwnKeyName,
  ownKeyIds,
  ownKeyNames,
  type RecordChange,
  removeOwnKey,
  useOwnKey,
} from '../../../src/adapters/secrets/own-keys.ts'
import { keyPair, memorySecretStore, secretsUnder } from '../../support/memory/secrets.ts'

const test = suite('rotating the pepper and the signing key')

const started = async () => {
  const store = memorySecretStore()
  const node = () => secretsUnder(keyPair('k1'), store)
  await node()
  const ring = await openRing({ dataDir: '/nowhere', secretsKey: keyPair('k1'), store })
  const recorded: string[] = []
  const record: RecordChange = async id => {
    recorded.push(id)
  }
  return {
    store,
    recorded,
    ring,
    node,
    add: (name: OwnKeyName) => addOwnKey(name, ring, store, record),
    use: (name: OwnKeyName, id: string, recording = record) => useOwnKey(name, id, ring, store, recording),
    remove: (name: OwnKeyName, id: string) => removeOwnKey(name, id, ring, store, record),
    ids: (name: OwnKeyName) => ownKeyIds(name, ring, store),
  }
}

test('nodes that started before, between and after the steps accept what each other signed', async () => {
  const { node, add, use } = await started()
  const id = await add('signing-key')
  const added = await node()
  assert.ok(E.isRight(await use('signing-key', id)))
  const used = await node()
  const signed = (secrets: typeof used) => secrets.sign('p', 'text')
  assert.is.not(signed(used), signed(added))
  for (const one of [added, used]) for (const other of [added, used]) assert.ok(one.verify('p', 'text', signed(other)))
  assert.not.ok(used.verify('p', 'other', signed(added)))
})

test('API keys of every accepted pepper work, new ones are hashed with the used one', async () => {
  const { node, add, use } = await started()
  const old = (await node()).hashApiKey('svc_a')
  const id = await add('pepper')
  await use('pepper', id)
  const after = await node()
  const hash = after.hashApiKey('svc_a')
  assert.equal([pepperOf(old), pepperOf(hash)], ['1', id])
  for (const stored of [old, hash]) {
    assert.ok(after.isApiKey('svc_a', stored))
    assert.not.ok(after.isApiKey('svc_b', stored))
  }
  assert.not.ok(after.isApiKey('svc_a', hash.slice(id.length + 1)), 'a hash belongs to its pepper')
})

test('what a removed key made is not accepted any more, and its bytes are destroyed', async () => {
  const { store, node, add, use, remove, ids } = await started()
  const before = await node()
  const [signature, hash] = [before.sign('p', 'text'), before.hashApiKey('svc_a')]
  for (const name of ownKeyNames) {
    const id = await add(name)
    await use(name, id)
    assert.ok(E.isRight(await remove(name, '1')))
    assert.equal(await ids(name), [id])
    assert.not.ok(store.rows.has(name), name)
  }
  const after = await node()
  assert.not.ok(after.verify('p', 'text', signature))
  assert.not.ok(after.isApiKey('svc_a', hash))
  const again = await node()
  assert.is(again.sign('p', 'text'), after.sign('p', 'text'), 'a start makes no new key in place of the removed one')
})

test('the used key cannot be removed, and unknown ids change nothing', async () => {
  const { add, use, remove, ids } = await started()
  const id = await add('pepper')
  for (const refused of [await remove('pepper', '1'), await remove('pepper', 'ffff'), await use('pepper', 'ffff')])
    assert.ok(E.isLeft(refused))
  assert.equal(await ids('pepper'), ['1', id])
  assert.equal(await ids('signing-key'), ['1'], 'the other kind has an order of its own')
})

test('no change takes effect that could not be recorded, and what changes nothing is not recorded', async () => {
  const { add, use, remove, ids, recorded } = await started()
  const id = await add('pepper')
  const failed = await use('pepper', id, () => Promise.reject(new Error('the log is away'))).catch(error => error)
  assert.is(failed.message, 'the log is away')
  assert.equal(await ids('pepper'), ['1', id])
  await use('pepper', id)
  await use('pepper', id)
  await use('pepper', 'ffff')
  await remove('pepper', id)
  await remove('pepper', '1')
  assert.equal(recorded, [id, id, '1'])
})

test('two operators at once lose no key, and each change is recorded once', async () => {
  const { add, use, ids, recorded } = await started()
  const added = await Promise.all([add('pepper'), add('pepper'), add('pepper')])
  assert.equal([...recorded].sort(), [...added].sort())
  assert.equal([...(await ids('pepper'))].sort(), ['1', ...added].sort())
  await Promise.all(added.map(id => use('pepper', id)))
  assert.equal([...(await ids('pepper'))].sort(), ['1', ...added].sort())
})

test('keys and their order are sealed', async () => {
  const { store, add } = await started()
  await add('pepper')
  for (const [id, sealed] of store.rows) assert.match(sealed, /^v1\.k1\./, id)
})

test.run()
