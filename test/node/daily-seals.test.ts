import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openSealStore } from '../../src/adapters/seal-store/open-seal-store.ts'
import { openRing } from '../../src/adapters/secrets/open-ring.ts'
import { openSealKeys } from '../../src/adapters/secrets/seal-keys.ts'
import { sealsCheck } from '../../src/audit/verify/seals.ts'
import { hashOfRecorded, linked, noLink } from '../../src/engine/write/chaining.ts'
import { chainProgress } from '../../src/node/chain-progress.ts'
import { dailySeal } from '../../src/node/daily-seals.ts'
import type { SealStore } from '../../src/ports/seal-store.ts'
import { written } from '../adapters/event-log.contract.ts'
import { memoryLog } from '../support/memory/log.ts'
import { keyPair, memorySecretStore } from '../support/memory/secrets.ts'
import { s3Missing, startS3 } from '../support/servers/s3.ts'
import { skip } from '../support/servers/skip.ts'

type Context = { folder: string; store: SealStore }
const test = suite<Context>('daily seals')
test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-seals-'))
  context.store = await openSealStore(join(context.folder, 'seals'))
})
test.after.each(({ folder }) => rm(folder, { recursive: true }))

const secretStore = memorySecretStore()
const keys = await openSealKeys(
  await openRing({ dataDir: '/nowhere', secretsKey: keyPair('k1'), store: secretStore }),
  secretStore,
)

/** A node with a log of two events, whose day and chain a test moves. */
const node = async (store: SealStore) => {
  const log = memoryLog()
  for (let i = 0; i < 2; i++) await log.append('note-1', [written(i)], i - 1)
  const lines: string[] = []
  const line = (_: object, message: string) => void lines.push(message)
  const world = { day: '2026-03-01', monotonic: 0, chained: 2, log, lines }
  const tick = dailySeal({
    log,
    chain: { last: async () => log.events.slice(0, world.chained).reduce(linked, noLink) },
    clock: { now: () => new Date(`${world.day}T08:00:00.000Z`), monotonic: () => world.monotonic },
    logger: { debug: line, info: line, warn: line, error: line },
    keys,
    store,
  })
  return { world, tick }
}
const sealsIn = async (folder: string) => (await readdir(join(folder, 'seals'))).sort()
const parsedIn = async (folder: string, name: string) => JSON.parse(await readFile(join(folder, 'seals', name), 'utf8'))

test('one seal a day, which the log matches', async ({ folder, store }) => {
  const { world, tick } = await node(store)
  await tick()
  await tick()
  assert.equal(await sealsIn(folder), ['seal-2026-03-01.json'])
  world.day = '2026-03-02'
  await tick()
  assert.equal(await sealsIn(folder), ['seal-2026-03-01.json', 'seal-2026-03-02.json'])
  const seal = await parsedIn(folder, 'seal-2026-03-02.json')
  const check = sealsCheck('memory', [{ file: 'seal', seal }], keys.publicKeys)
  for (const event of world.log.events) check.add(event, hashOfRecorded(event))
  assert.equal([seal.events, seal.at, check.end(true)], [2, '2026-03-02T08:00:00.000Z', []])
})

test('a second node leaves the seal of the first one as it is', async ({ folder, store }) => {
  await (await node(store)).tick()
  const before = await parsedIn(folder, 'seal-2026-03-01.json')
  const other = await node(store)
  await other.tick()
  await store.put('seal-2026-03-01.json', 'other')
  assert.equal(await parsedIn(folder, 'seal-2026-03-01.json'), before)
  assert.equal(other.world.lines, [])
})

test('waits for the hash chain, and says when events were removed', async ({ folder, store }) => {
  const { world, tick } = await node(store)
  world.chained = 1
  await tick()
  assert.not.ok(await store.has('seal-2026-03-01.json'))
  world.chained = 2
  await tick()
  assert.equal(await sealsIn(folder), ['seal-2026-03-01.json'])
  world.day = '2026-03-02'
  world.log.head = async () => 1n
  await tick()
  assert.equal(world.lines, ['the log was sealed', 'events at the end of the log were removed: run endcap verify'])
  assert.not.ok(await store.has('seal-2026-03-02.json'))
})

test('a place that is away is tried again after a minute', async ({ store }) => {
  let away = true
  const { world, tick } = await node({
    ...store,
    has: async name => {
      if (away) throw new Error('away')
      return store.has(name)
    },
  })
  await tick()
  away = false
  await tick()
  assert.not.ok(await store.has('seal-2026-03-01.json'))
  world.monotonic = 60_000
  await tick()
  assert.ok(await store.has('seal-2026-03-01.json'))
  assert.equal(world.lines, ['the log could not be sealed; retrying in a minute', 'the log was sealed'])
})

test('a node says how far the hash chain of an older log is, and when it is complete', async () => {
  const log = memoryLog()
  for (let i = 0; i < 20; i++) await log.append('note-1', [written(i)], i - 1)
  const lines: string[] = []
  const line = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`)
  let chained = 0
  const report = chainProgress({
    log,
    chain: { last: async () => log.events.slice(0, chained).reduce(linked, noLink) },
    logger: { debug: line, info: line, warn: line, error: line },
  })
  const ends: boolean[] = []
  for (chained of [0, 1, 10, 11, 20]) ends.push(await report())
  assert.equal(ends, [false, false, false, false, true])
  assert.equal(lines, [
    'the hash chain of the log is being computed {"percent":0,"events":0}',
    'the hash chain of the log is being computed {"percent":50,"events":10}',
    'the hash chain of the log is complete {"events":20}',
  ])
})

if (s3Missing !== undefined) skip(s3Missing)
else
  test('in a bucket, a seal is written once', async () => {
    const server = await startS3()
    Object.assign(process.env, server.env)
    const bucket = await openSealStore(`s3://${server.bucket}/seals`)
    try {
      assert.not.ok(await bucket.has('seal-1.json'))
      await bucket.put('seal-1.json', 'first')
      await bucket.put('seal-1.json', 'second')
      assert.ok(await bucket.has('seal-1.json'))
      assert.is(await readFile(server.fileOf('seals/seal-1.json'), 'utf8'), 'first')
    } finally {
      bucket.close()
      for (const name of Object.keys(server.env)) delete process.env[name]
      await server.close()
    }
  })

test.run()
