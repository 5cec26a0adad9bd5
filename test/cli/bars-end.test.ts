import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { explain } from '../../src/cli/audit/explain.ts'
import { documentChanges } from '../../src/cli/replay/document.ts'
import { chained } from '../../src/cli/seal/chained.ts'
import type { AnyProjection } from '../../src/engine/read/projection.ts'
import type { Stores } from '../../src/node/stores/open-stores.ts'
import { StoreAway } from '../../src/ports/store-away.ts'
import { endcap } from '../support/programs/endcap.ts'

const test = suite('bars of commands that fail')

const [hidden, shown] = ['\u001b[?25l', '\u001b[?25h']
/** A bar that does not end keeps the process alive, and the cursor hidden. */
const allEnded = (written: string): void => {
  const times = (code: string) => written.split(code).length - 1
  assert.ok(times(hidden) > 0, 'a bar was shown')
  assert.is(times(shown), times(hidden))
}

let wasTerminal: boolean
test.before(() => {
  wasTerminal = process.stderr.isTTY
  process.stderr.isTTY = true
})
test.after(() => {
  process.stderr.isTTY = wasTerminal
})

const away = new StoreAway('event log', 'gone')
/** The stores while the log goes away after its head was read. */
const stores = {
  log: {
    head: async () => 5n,
    // biome-ignore lint/correctness/useYield: it fails before the first event
    async *readAll() {
      throw away
    },
  },
  chain: {
    last: async () => {
      throw away
    },
  },
} as unknown as Stores

/** What a command writes to stderr before it fails as the log does. */
const writtenBy = async (command: () => Promise<unknown>): Promise<string> => {
  let written = ''
  const { mock: writing } = mock.method(process.stderr, 'write', (text: string) => {
    written += text
    return true
  })
  const error = await command().then(
    () => undefined,
    (cause: unknown) => cause,
  )
  writing.restore()
  assert.is(error, away)
  return written
}

test('the log goes away while it is read', async () => {
  allEnded(await writtenBy(() => explain(stores, 'r1', false)))
  const projection = { name: 'own', categories: ['own'], idOf: () => 'x' } as unknown as AnyProjection
  allEnded(await writtenBy(() => documentChanges(stores, { projection, id: 'x' }, [0, 1], false)))
  allEnded(await writtenBy(() => chained(stores)))
})

let folder: string
test.before.each(async () => {
  folder = await mkdtemp(join(tmpdir(), 'endcap-bars-'))
  const { code, err } = await endcap(['keys', 'issue', '--account', 'acme', '--permission', 'Audit_View'], own())
  assert.is(code, 0, err)
})
test.after.each(() => rm(folder, { recursive: true }))
const own = () => ({ DATA_DIR: join(folder, 'data') })

test('the store of files is away while they are checked', async () => {
  const bucket = {
    BLOB_URL: 's3://files',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  }
  const { code, err } = await endcap(['verify'], { ...own(), ...bucket })
  assert.is(code, 1)
  assert.match(err, 'the bucket files cannot be reached')
  allEnded(err)
})

test('a projection fails while its view is rebuilt', async () => {
  const module = join(folder, 'own.mjs')
  await writeFile(
    module,
    `export default [{ name: 'own-broken', version: 1, indexes: [], categories: ['api-key'], idOf: () => 'x', evolve() { throw new Error('broken') } }]`,
  )
  const { code, err } = await endcap(['rebuild', 'own-broken'], { ...own(), PROJECTIONS: module })
  assert.is(code, 1)
  assert.match(err, 'own-broken cannot be rebuilt')
  allEnded(err)
})

test.run()
