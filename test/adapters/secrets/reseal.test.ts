import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sealedUnder } from '../../../src/adapters/secrets/key-ring.ts'
import { openRing } from '../../../src/adapters/secrets/open-ring.ts'
import { countByKey, resealOnce } from '../../../src/adapters/secrets/reseal.ts'
import { keyPair, memorySecretStore, secretsUnder } from '../../support/memory/secrets.ts'

const test = suite('sealing the stored values again')
const both = `${keyPair('new')},${keyPair('old')}`
const ignored = () => undefined

/** A store with a value of each kind under the key `old`, and how to check that all of them open. */
const filled = async () => {
  const store = memorySecretStore()
  const before = await secretsUnder(keyPair('old'), store)
  const signature = before.sign('p', 'text')
  const hash = before.hashApiKey('svc_x')
  const credential = await before.store('a refresh token', 'dsp:7')
  const mail = await before.sealForAccount('acme', 'ann@example.com')
  const mustOpen = async (secretsKey: string) => {
    const after = await secretsUnder(secretsKey, store)
    assert.ok(after.verify('p', 'text', signature))
    assert.ok(after.isApiKey('svc_x', hash))
    assert.is(await after.load(credential, 'dsp:7'), 'a refresh token')
    assert.is(await after.unsealForAccount('acme', mail), 'ann@example.com')
    for await (const { id, fault } of after.check()) assert.is(fault, undefined, id)
  }
  return { store, mustOpen }
}
const ringOf = (store: ReturnType<typeof memorySecretStore>, secretsKey: string) =>
  openRing({ dataDir: '/nowhere', secretsKey, store })

test('afterwards everything opens without the old key', async () => {
  const { store, mustOpen } = await filled()
  const steps: string[] = []
  const result = await resealOnce(await ringOf(store, both), store, (done, total) => steps.push(`${done}/${total}`))
  assert.equal(result, { total: 6, changed: 6, faults: [] })
  assert.equal(steps, ['1/6', '2/6', '3/6', '4/6', '5/6', '6/6'])
  assert.equal([...(await countByKey(store))], [['new', 6]])
  await mustOpen(keyPair('new'))
})

test('run again, it changes nothing', async () => {
  const { store } = await filled()
  const ring = await ringOf(store, both)
  await resealOnce(ring, store, ignored)
  const rows = new Map(store.rows)
  assert.equal(await resealOnce(ring, store, ignored), { total: 6, changed: 0, faults: [] })
  assert.equal(store.rows, rows)
})

test('interrupted anywhere, nodes with both keys go on, and the next run completes it', async () => {
  for (let writes = 0; writes < 6; writes++) {
    const { store, mustOpen } = await filled()
    let left = writes
    const dying = {
      ...store,
      replace: async (id: string, from: string, to: string) => {
        if (left-- === 0) throw new Error('killed')
        return store.replace(id, from, to)
      },
    }
    const ring = await ringOf(store, both)
    const ended = await resealOnce(ring, dying, ignored).catch((error: Error) => error.message)
    assert.is(ended, 'killed')
    await mustOpen(both)
    assert.is((await resealOnce(ring, store, ignored)).changed, 6 - writes)
    await mustOpen(keyPair('new'))
  }
})

test('a value that a node changes or destroys meanwhile is left to it', async () => {
  const { store } = await filled()
  const secrets = await secretsUnder(both, store)
  const id = await (await secretsUnder(keyPair('old'), store)).store('soon gone', 'dsp:8')
  const racing = {
    ...store,
    replace: async (one: string, from: string, to: string) => {
      if (one === id) await secrets.forget(id)
      return store.replace(one, from, to)
    },
  }
  assert.equal(await resealOnce(await ringOf(store, both), racing, ignored), { total: 7, changed: 6, faults: [] })
  assert.is(await secrets.load(id, 'dsp:8'), undefined, 'it stays destroyed')
})

test('a value that cannot be opened is named and kept, and the others are sealed again', async () => {
  const { store } = await filled()
  const damaged = `${store.rows.get('account-key:acme')!.slice(0, -4)}AAAA`
  store.rows.set('account-key:acme', damaged)
  const { changed, faults } = await resealOnce(await ringOf(store, both), store, ignored)
  assert.equal([changed, faults.map(({ id }) => id)], [5, ['account-key:acme']])
  assert.is(store.rows.get('account-key:acme'), damaged)
  assert.is(sealedUnder(damaged), 'old')
})

test.run()
