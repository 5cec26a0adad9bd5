import { once } from 'node:events'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openSecretStore } from '../../src/adapters/secret-store/sqlite.ts'
import { openSecrets } from '../../src/adapters/secrets/sealing.ts'
import { inFolder, keyPair } from '../support/memory/secrets.ts'
import { type Ended, ended } from '../support/programs/cli.ts'
import { endcap } from '../support/programs/endcap.ts'

const test = suite('a refused start')

const sealedUnder = async (dataDir: string, secretsKey: string | undefined): Promise<void> => {
  const store = openSecretStore(dataDir)
  await openSecrets({ dataDir, secretsKey, store })
  store.close()
}
/** Starts a node in `DATA_DIR`, which is its folder of temporary files too: nodes clean up what killed nodes left there, and say so. */
const main = (env: Record<string, string> & { readonly DATA_DIR: string }) =>
  ended(process.execPath, ['src/node/main.ts'], { PORT: '0', TMPDIR: env.DATA_DIR, ...env })

/** One readable line, and an exit code for the supervisor of the process. */
const refusedInOneLine = ({ code, out, err }: Ended, must: RegExp): void => {
  assert.ok(code !== 0 && code !== null, `exit code ${code}`)
  assert.is(out, '')
  assert.match(err, /^[^\n]+\n$/)
  assert.match(err, must)
  assert.not.match(err, /\bat .*:\d+:\d+|node:internal|Error:/)
}

test('a SECRETS_KEY that differs from that of the stores: one line, no stack, no key', () =>
  inFolder(async folder => {
    await sealedUnder(folder, keyPair('old'))
    const env = { DATA_DIR: folder, SECRETS_KEY: keyPair('new') }
    const refused = await ended('npm', ['-s', 'start'], { PORT: '0', ...env })
    refusedInOneLine(refused, /^SECRETS_KEY .*not the key that these stores were sealed under/)
    assert.not.ok(refused.err.includes(keyPair('new').slice(4)))
  }))

test('the tools refuse such a key with the same message', () =>
  inFolder(async folder => {
    await sealedUnder(folder, keyPair('old'))
    const refused = await endcap(['keys', 'list'], { DATA_DIR: folder, SECRETS_KEY: keyPair('new') })
    refusedInOneLine(refused, /^SECRETS_KEY .*not the key that these stores were sealed under/)
  }))

test('sealed stores whose key file is missing', () =>
  inFolder(async folder => {
    await sealedUnder(folder, undefined)
    await rm(join(folder, 'secrets.key'))
    refusedInOneLine(await main({ DATA_DIR: folder }), /secrets\.key is missing, but these stores were sealed/)
  }))

test('a log whose secrets are gone: no keys are made in their place', () =>
  inFolder(async folder => {
    const key = ['keys', 'issue', '--account', 'fernhollow-uk', '--permission', 'Account_Admin']
    assert.is((await endcap(key, { DATA_DIR: folder })).code, 0)
    const db = new Database(join(folder, 'log.db'))
    db.exec('DELETE FROM secrets')
    const message =
      /^the event log has events, but its secrets are missing \(the check value, pepper, signing-key\): restore/
    const refused = await main({ DATA_DIR: folder })
    refusedInOneLine(refused, message)
    assert.is(refused.code, 2)
    refusedInOneLine(await endcap(['verify'], { DATA_DIR: folder }), message)
    assert.is(db.prepare('SELECT count(*) FROM secrets').pluck().get(), 0)
    db.close()
  }))

test('a DATA_DIR that is a file, or below one, or a link to nothing, or where no folder can be made', () =>
  inFolder(async folder => {
    const [file, link] = [join(folder, 'data'), join(folder, 'link')]
    await writeFile(file, '')
    await symlink(join(folder, 'missing'), link)
    for (const [dataDir, must] of [
      [file, /^DATA_DIR \S+ cannot be used: a file is in its place\n$/],
      [join(file, 'below'), /^DATA_DIR \S+ cannot be used: a file is in its place\n$/],
      [link, /^DATA_DIR \S+ cannot be used: it is a link to a folder that does not exist\n$/],
      ['/proc/endcap/data', /^DATA_DIR \S+ cannot be used: \S/],
    ] as const) {
      const refused = await ended(process.execPath, ['src/node/main.ts'], {
        PORT: '0',
        TMPDIR: folder,
        DATA_DIR: dataDir,
      })
      refusedInOneLine(refused, must)
      assert.is(refused.code, 2)
    }
  }))

test('a file of DATA_DIR that cannot be used is named, by nodes and tools', () =>
  inFolder(async folder => {
    const key = ['keys', 'issue', '--account', 'acme', '--permission', 'Account_Admin']
    assert.is((await endcap(key, { DATA_DIR: folder })).code, 0)
    await writeFile(join(folder, 'blobs'), '')
    const refused = await main({ DATA_DIR: folder })
    refusedInOneLine(refused, /\/blobs\/\S+ \(ENOTDIR\): a file is in the place of a folder above it\n$/)
    assert.is(refused.code, 1)
    const { code, err } = await endcap(['verify'], { DATA_DIR: folder })
    assert.is(code, 1)
    assert.match(err, /\n\S+\/blobs\S* \(ENOTDIR\): [^\n]+\n$/)
  }))

test('an access log or a folder of seals that cannot be written', () =>
  inFolder(async folder => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const [variable, value, must] of [
      ['ACCESS_LOG', folder, /^ACCESS_LOG \S+ cannot be written: a folder is in its place\n$/],
      ['ACCESS_LOG', join(file, 'access.log'), /^ACCESS_LOG \S+ cannot be written: a file is in its place\n$/],
      ['SEALS_TO', file, /^SEALS_TO \S+ cannot be used: a file is in its place\n$/],
    ] as const) {
      const refused = await main({ DATA_DIR: join(folder, 'data'), [variable]: value })
      refusedInOneLine(refused, must)
      assert.is(refused.code, 2)
    }
  }))

test('an invalid variable is named', () =>
  inFolder(async folder => {
    const refused = await main({ DATA_DIR: folder, ADMIN_API_KEY: 'too-short-a-key' })
    refusedInOneLine(refused, /^ADMIN_API_KEY must have at least 32 characters/)
    assert.not.match(refused.err, 'too-short-a-key')
    refusedInOneLine(await main({ DATA_DIR: folder, TRACKER_TYPES: '{"GCM":{}}' }), /^TRACKER_TYPES\/GCM\/activation: /)
  }))

test('an address that is in use, or not of this machine', () =>
  inFolder(async folder => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    try {
      refusedInOneLine(await main({ DATA_DIR: folder, PORT: String(port) }), /^HOST 127\.0\.0\.1, PORT \d+: .*in use/)
    } finally {
      taken.close()
    }
    refusedInOneLine(await main({ DATA_DIR: folder, HOST: 'host.invalid' }), /^HOST host\.invalid, PORT 0: /)
  }))

for (const [name, value, must] of [
  ['MONGODB_URL', 'mongodb://someone:hidden-word@[::1/endcap', /^MONGODB_URL: /],
  ['MONGODB_URL', 'mongodb://someone:hidden-word@h:99999999/x', /^MONGODB_URL: /],
  ['MONGODB_URL', 'mongodb+srv://someone:hidden-word@h:3/x', /^MONGODB_URL: .*port/],
  ['MONGODB_URL', 'mongodb://someone:hidden-word@h/x?tls=maybe', /^MONGODB_URL: .*tls/],
  ['MONGODB_URL', 'mongodb://someone:hidden/word@h/x', /^MONGODB_URL: /],
  ['EVENTSTOREDB_URL', 'esdb://someone:hidden-word@h?tls=perhaps&tls', /^EVENTSTOREDB_URL: /],
] as const)
  test(`an address that cannot be parsed: ${value.replace(/hidden.word/, '…')}`, () =>
    inFolder(async folder => {
      const stores = { MONGODB_URL: 'mongodb://127.0.0.1:1/x', SECRETS_KEY: keyPair('new') }
      const refused = await main({ DATA_DIR: folder, ...stores, [name]: value })
      refusedInOneLine(refused, must)
      assert.is(refused.code, 2)
      assert.not.match(refused.err, /hidden/)
    }))

test.run()
