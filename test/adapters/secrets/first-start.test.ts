import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openSecrets } from '../../../src/adapters/secrets/sealing.ts'
import type { SecretStore } from '../../../src/ports/secret-store.ts'
import { inFolder, keyPair, memorySecretStore } from '../../support/memory/secrets.ts'

const test = suite('secrets.key')
const open = (dataDir: string, store: SecretStore, secretsKey?: string) => openSecrets({ dataDir, secretsKey, store })
const refused = async (opening: Promise<unknown>): Promise<string> =>
  opening.then(
    () => assert.unreachable('the start was not rejected') as never,
    (error: Error) => {
      assert.is(error.name, 'KeysRefused')
      assert.not.match(error.message, '\n')
      return error.message
    },
  )

test('the first start creates a key that only its owner can read; later starts use it', () =>
  inFolder(async folder => {
    const store = memorySecretStore()
    const sealed = (await open(folder, store)).seal('x', 'y')
    assert.is((await stat(join(folder, 'secrets.key'))).mode & 0o777, 0o600)
    assert.match(await readFile(join(folder, 'secrets.key'), 'utf8'), /^k1:[A-Za-z0-9+/]{43}=\n$/)
    assert.equal(await readdir(folder), ['secrets.key'])
    assert.is((await open(folder, store)).unseal(sealed, 'y'), 'x')
  }))

test('a tool that changes nothing makes no key, and writes nothing to the stores', () =>
  inFolder(async folder => {
    for (const secretsKey of [undefined, keyPair('k1')]) {
      const store = memorySecretStore()
      const { seal, unseal } = await openSecrets({ dataDir: folder, secretsKey, store, isReading: true })
      assert.is(unseal(seal('x', 'y'), 'y'), 'x')
      assert.equal(await readdir(folder), [])
      assert.equal(await Array.fromAsync(store.list()), [])
    }
  }))

test('a lost file is never replaced: sealed data would be unreadable for ever', () =>
  inFolder(async folder => {
    const store = memorySecretStore()
    await open(folder, store)
    await rm(join(folder, 'secrets.key'))
    assert.match(await refused(open(folder, store)), /secrets\.key is missing, but these stores were sealed/)
    assert.equal(await readdir(folder), [])
  }))

test('no key is created for stores sealed under SECRETS_KEY when it is missing', () =>
  inFolder(async folder => {
    const store = memorySecretStore()
    await open(folder, store, keyPair('k1'))
    assert.match(await refused(open(folder, store)), /SECRETS_KEY is unset/)
    assert.equal(await readdir(folder), [])
  }))

test('the key of the file can be moved to the environment and rotated there', () =>
  inFolder(async folder => {
    const store = memorySecretStore()
    const sealed = (await open(folder, store)).seal('x', 'y')
    const held = (await readFile(join(folder, 'secrets.key'), 'utf8')).trim()
    await rm(join(folder, 'secrets.key'))
    assert.is((await open(folder, store, `${keyPair('new')},${held}`)).unseal(sealed, 'y'), 'x')
  }))

test('an invalid file is reported by name, without its content', () =>
  inFolder(async folder => {
    await writeFile(join(folder, 'secrets.key'), 'hunter2:not-a-key')
    const message = await refused(open(folder, memorySecretStore()))
    assert.match(message, join(folder, 'secrets.key'))
    assert.not.match(message, /hunter2|not-a-key/)
  }))

test('an unreadable file is reported, and no key is created instead', () =>
  inFolder(async folder => {
    if (process.getuid?.() === 0) return // root reads everything
    const store = memorySecretStore()
    await open(folder, store)
    await chmod(join(folder, 'secrets.key'), 0)
    await open(folder, store).then(
      () => assert.unreachable(),
      error => assert.is((error as NodeJS.ErrnoException).code, 'EACCES'),
    )
  }))

test('an existing key file is used at the first start and not replaced', () =>
  inFolder(async folder => {
    const [store, own] = [memorySecretStore(), keyPair('own')]
    await writeFile(join(folder, 'secrets.key'), own)
    const sealed = (await open(folder, store)).seal('x', 'y')
    assert.is(await readFile(join(folder, 'secrets.key'), 'utf8'), own)
    assert.is((await open(folder, store, own)).unseal(sealed, 'y'), 'x')
  }))

test('nodes that start at the same time on an empty folder use the same key', async () => {
  for (let round = 0; round < 10; round++)
    await inFolder(async folder => {
      const store = memorySecretStore()
      const nodes = await Promise.all(Array.from({ length: 8 }, () => open(folder, store)))
      const [first] = nodes
      assert.ok(first)
      for (const node of nodes) {
        assert.is(node.sign('p', 't'), first.sign('p', 't'))
        assert.is(node.hashApiKey('k'), first.hashApiKey('k'))
        assert.is(first.unseal(node.seal('x', 'y'), 'y'), 'x')
      }
      assert.equal(await readdir(folder), ['secrets.key'])
    })
})

test.run()
