import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { apiKeys } from '../../projections/keys/api-keys.ts'
import { systemClock } from '../../src/adapters/clock/system.ts'
import { mustBeBuilt } from '../../src/cli/built-views.ts'
import { keysIn } from '../../src/cli/keys/list.ts'
import { UserError } from '../../src/cli/user-error.ts'
import { processNames, todosOf } from '../../src/jobs/job-lists.ts'
import type { ReadModels } from '../../src/ports/read-models.ts'
import { memoryLog } from '../support/memory/log.ts'
import { memoryReadModels } from '../support/memory/read-models.ts'
import { inFolder, keyPair, secretsUnder } from '../support/memory/secrets.ts'
import { endcap } from '../support/programs/endcap.ts'

const test = suite('tools on views that are not built')

/** Stores whose views are built while they are waited for, or stay as they are. */
const unbuilt = async (become: 'built' | 'unbuilt') => {
  let isBuilt = false
  const views = memoryReadModels()
  const readModels: ReadModels = {
    ...views,
    checkpoint: async () => (isBuilt ? 0n : undefined),
    waitFor: async (position, timeoutMs) => {
      isBuilt = become === 'built'
      return views.waitFor(position, timeoutMs)
    },
  }
  return { log: memoryLog(), readModels, secrets: await secretsUnder(keyPair('k1')), clock: systemClock }
}
const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => assert.unreachable('a view that is not built was read') as never,
    error => {
      assert.instance(error, UserError)
      return error.message
    },
  )

test('keys are not said to be none while their view is not built', async () => {
  const refused = await refusalOf(keysIn(await unbuilt('unbuilt')))
  assert.match(refused, /^api-keys: not built yet\. .* endcap rebuild api-keys;/)
})

test('views that are being built are waited for', async () => {
  const stores = await unbuilt('built')
  assert.equal(await keysIn(stores), [])
  await mustBeBuilt(stores, todosOf(undefined))
})

test('every to-do list that is not built is named, of one process or of all', async () => {
  const stores = await unbuilt('unbuilt')
  const all = await refusalOf(mustBeBuilt(stores, [apiKeys, ...todosOf(undefined)]))
  assert.is(todosOf(undefined).length, processNames.length)
  for (const { name } of todosOf(undefined)) assert.ok(all.includes(name), name)
  assert.match(await refusalOf(mustBeBuilt(stores, todosOf('exports'))), /^exports-to-do: not built yet/)
})

test('a view whose projection failed while it was built is not said to have no documents', () =>
  inFolder(async folder => {
    const module = join(folder, 'own.mjs')
    await writeFile(
      module,
      `export default [{ name: 'own-broken', version: 1, indexes: [], categories: ['api-key'], idOf: () => 'x', evolve() { throw new Error('broken') } }]`,
    )
    const env = { DATA_DIR: join(folder, 'data') }
    const args = ['keys', 'issue', '--account', 'acme', '--permission', 'Account_Admin', '--owner', randomUUID()]
    assert.is((await endcap(args, env)).code, 0)
    const { code, out, err } = await endcap(['view', 'own-broken'], { ...env, PROJECTIONS: module })
    assert.equal([code, out], [1, ''], err)
    assert.match(err, /own-broken: not built yet\..*endcap status says how far that is, or why it stopped/)
  }))

test.run()
