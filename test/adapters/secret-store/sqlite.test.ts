import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openSecretStore } from '../../../src/adapters/secret-store/sqlite.ts'
import { inFolder } from '../../support/memory/secrets.ts'

const test = suite('secret store')

test('the first put of a secret wins, and every caller gets the stored one', () =>
  inFolder(async folder => {
    const [one, two] = [openSecretStore(folder), openSecretStore(folder)]
    assert.is(await one.get('a'), undefined)
    assert.is(await one.put('a', 'first'), 'first')
    assert.is(await two.put('a', 'second'), 'first')
    assert.is(await two.get('a'), 'first')
    await two.delete('a')
    await two.delete('a')
    assert.is(await one.get('a'), undefined)
    assert.is(await one.put('a', 'third'), 'third')
    one.close()
    two.close()
  }))

test('a secret is replaced only if it is still the expected one', () =>
  inFolder(async folder => {
    const [one, two] = [openSecretStore(folder), openSecretStore(folder)]
    await one.put('a', 'first')
    assert.equal(await Promise.all([one.replace('a', 'first', 'one'), two.replace('a', 'first', 'two')]), [true, false])
    assert.is(await two.get('a'), 'one')
    await one.delete('a')
    assert.is(await two.replace('a', 'one', 'two'), false)
    assert.is(await one.get('a'), undefined)
    one.close()
    two.close()
  }))

test('a secret survives the process that stored it', () =>
  inFolder(async folder => {
    const before = openSecretStore(folder)
    await before.put('a', 'kept')
    before.close()
    const after = openSecretStore(folder)
    assert.is(await after.get('a'), 'kept')
    after.close()
  }))

test('the file contains no bytes of a deleted key', () =>
  inFolder(async folder => {
    const store = openSecretStore(folder)
    const sealed = `v1.k1.${'needle'.repeat(20)}`
    await store.put('account-key:acme', sealed)
    await store.delete('account-key:acme')
    store.close()
    assert.not.ok((await readFile(join(folder, 'log.db'))).includes('needleneedle'))
  }))

test('waits for another writer', () =>
  inFolder(async folder => {
    const [one, two] = [openSecretStore(folder), openSecretStore(folder)]
    const ids = Array.from({ length: 50 }, (_, i) => `id${i}`)
    await Promise.all(ids.flatMap(id => [one.put(id, 'one'), two.put(id, 'two')]))
    for (const id of ids) assert.is(await one.get(id), await two.get(id))
    one.close()
    two.close()
  }))

test('two processes that start at once on an empty folder agree on every key', () =>
  inFolder(async folder => {
    const starting = new URL('./starting.ts', import.meta.url).pathname
    const outputs = await Promise.all(
      Array.from({ length: 2 }, async () => {
        const child = spawn(process.execPath, [starting, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
        const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
        assert.is(code, 0)
        return out
      }),
    )
    assert.is(outputs[0], outputs[1])
    assert.match(outputs[0] ?? '', /^\{"signature":"[\w-]{43}","hash":"[0-9a-f]{64}"\}\n$/)
  }))

test.run()
