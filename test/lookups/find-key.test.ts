import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { apiKeys } from '../../projections/keys/api-keys.ts'
import { apiKey, type KeyCommand } from '../../src/domain/keys/key.ts'
import { openExecutor } from '../../src/engine/write/execute.ts'
import { findKeyIn } from '../../src/lookups/find-key.ts'
import { StoreAway } from '../../src/ports/store-away.ts'
import { grant } from '../support/examples/keys.ts'
import { memoryLog } from '../support/memory/log.ts'
import { memoryReadModels } from '../support/memory/read-models.ts'
import { stillClock } from '../support/service/http.ts'

const test = suite('finding API keys')
const { keyId } = grant
const at = '2026-05-02T10:00:00.000Z'
const document = { grant, reaches: { acme: 'yes' } }

/** A node on a log with one key, and its document. Counts what it reads from the log. */
const node = async () => {
  const log = memoryLog()
  const clock = stillClock()
  const readModels = memoryReadModels()
  const newWork = openExecutor(log, clock)
  let run = 0
  const execute = (command: KeyCommand) => {
    const id = `00000000-0000-4000-8000-00000000000${run++}`
    const context = { actor: 'cli', operation: 'keys', commandId: id, correlationId: id, causationId: id }
    return newWork(context).execute(apiKey, keyId, command)
  }
  await execute({ kind: 'IssueApiKey', grant })
  readModels.put(apiKeys, keyId, document)
  const errors: object[] = []
  let reads = 0
  let isAway = false
  let isBehind = false
  const answered = () => {
    reads++
    if (isAway) throw new StoreAway('event log', 'no connection')
  }
  const watched = {
    ...log,
    streamHead: async (stream: string) => {
      answered()
      return log.streamHead(stream)
    },
    readStreamPages: (stream: string, options?: { readonly from?: number }) => {
      answered()
      return log.readStreamPages(stream, options)
    },
  }
  const find = findKeyIn({
    readModels: { get: async (view, id) => (isBehind ? undefined : readModels.get(view, id)) },
    newWork: openExecutor(watched, clock),
    clock,
    logger: { error: (fields, message) => void errors.push({ ...fields, message }) },
  })
  return {
    find: () => find(keyId),
    clock,
    errors,
    reads: () => reads,
    away: (is: boolean) => {
      isAway = is
    },
    /** The view has no document of the key yet. */
    behind: (is: boolean) => {
      isBehind = is
    },
    write: (changed: unknown) => readModels.put(apiKeys, keyId, changed),
    revoke: () => execute({ kind: 'RevokeApiKey', accountId: 'acme', reach: '*', at }),
  }
}
const isAway = (finding: Promise<unknown>) =>
  finding.then(
    () => assert.unreachable('the key was found'),
    error => assert.instance(error, StoreAway),
  )

test('a key that is in the log is found, and compared with it once a minute', async () => {
  const { find, clock, reads } = await node()
  assert.equal((await find())?.caller.permissions, ['Campaigns_View'])
  for (let n = 0; n < 29; n++) {
    clock.pass(2_000)
    assert.ok(await find())
  }
  assert.is(reads(), 1)
  clock.pass(2_000)
  assert.ok(await find())
  assert.is(reads(), 2)
})

for (const [what, changed] of [
  ['more permissions', { ...grant, permissions: ['Account_Admin'] }],
  ['other accounts', { ...grant, accounts: ['acme', 'other'] }],
  ['other organisations', { ...grant, organisations: ['org1'] }],
  ['a later expiry', { ...grant, expiresAt: '2099-01-01T00:00:00.000Z' }],
  ['another hash', { ...grant, hash: 'h2' }],
  ['no grant', undefined],
] as const)
  test(`a document with ${what} than the log is refused, and reported once`, async () => {
    const { find, write, errors } = await node()
    assert.ok(await find())
    write({ ...document, grant: changed })
    assert.is(await find(), undefined)
    assert.is(await find(), undefined)
    const message = 'the document of an API key differs from the log: run endcap verify, then endcap rebuild api-keys'
    assert.equal(errors, [{ keyId, message }])
    write(document)
    assert.ok(await find())
  })

test('a key whose document the view does not have yet works until it is revoked', async () => {
  const { find, behind, revoke, errors } = await node()
  behind(true)
  assert.equal((await find())?.caller.permissions, grant.permissions)
  await revoke()
  assert.is(await find(), undefined)
  assert.equal(errors, [])
})

test('a key that was never issued is not found', async () => {
  const [readModels, clock] = [memoryReadModels(), stillClock()]
  const logger = { error: () => assert.unreachable('it is no fault') }
  const find = findKeyIn({ readModels, newWork: openExecutor(memoryLog(), clock), clock, logger })
  assert.is(await find(keyId), undefined)
})

test('a document of a key that was never issued is refused', async () => {
  const [readModels, clock, errors] = [memoryReadModels(), stillClock(), [] as object[]]
  readModels.put(apiKeys, keyId, document)
  const logger = { error: (fields: object) => void errors.push(fields) }
  const find = findKeyIn({ readModels, newWork: openExecutor(memoryLog(), clock), clock, logger })
  assert.is(await find(keyId), undefined)
  assert.equal(errors, [{ keyId }])
})

test('a key that was revoked is not found again a minute later, although its document says otherwise', async () => {
  const { find, revoke, clock, errors } = await node()
  assert.ok(await find())
  await revoke()
  clock.pass(60_000)
  assert.is(await find(), undefined)
  assert.equal(errors, [], 'a view that is behind looks the same')
})

test('a document that says that the key was revoked is believed at once', async () => {
  const { find, write, reads } = await node()
  await find()
  write({ ...document, revokedAt: at })
  assert.is((await find())?.revokedAt, at)
  assert.is(reads(), 1)
})

test('while the log is away, keys that were compared work, and others are not guessed', async () => {
  const { find, write, behind, clock, away } = await node()
  away(true)
  await isAway(find())
  behind(true)
  await isAway(find())
  behind(false)
  away(false)
  assert.ok(await find())
  away(true)
  clock.pass(120_000)
  assert.ok(await find())
  write({ ...document, grant: { ...grant, permissions: ['Account_Admin'] } })
  await isAway(find())
})

test.run()
