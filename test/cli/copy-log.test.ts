import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { batchAppender } from '../../src/adapters/event-log/sqlite/append-batch.ts'
import { openLog } from '../../src/adapters/event-log/sqlite/schema.ts'
import { killedOnce } from '../support/programs/cli.ts'
import { endcap } from '../support/programs/endcap.ts'
import { startStandIn } from '../support/servers/eventstore/stand-in.ts'
import { onMongo, startMongo } from '../support/servers/mongodb.ts'
import { account, campaignWith, provision, startService } from '../support/service/service.ts'

type Context = { folder: string; source: string; target: string }
let original: string

const prepare = async () => {
  const service = await startService({ MONGODB_URL: '' })
  await provision(service)
  await campaignWith(service, ['one', 'two'])
  await service.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'ann@example.com' }] })
  original = await mkdtemp(join(tmpdir(), 'endcap-original-'))
  const { code, err } = await endcap(['backup', join(original, 'backup')], { DATA_DIR: service.dataDir })
  assert.is(code, 0, err)
  await service.stop()
  const restored = await endcap(['restore', join(original, 'backup')], { DATA_DIR: join(original, 'restored') })
  assert.is(restored.code, 0, restored.err)
}
const clean = () => rm(original, { recursive: true })
const ownFolders = async (context: Context) => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-copy-'))
  context.source = join(context.folder, 'source')
  context.target = join(context.folder, 'target')
  await cp(join(original, 'restored'), context.source, { recursive: true })
}
const dropFolders = ({ folder }: Context) => rm(folder, { recursive: true })

const metadata = JSON.stringify({
  at: '2026-03-01T12:00:00.000Z',
  actor: 'ann',
  operation: 'waterPot',
  correlationId: 'c',
  causationId: 'c',
  schemaVersion: 1,
})
/** Appends events to alternating streams, so that each is copied with its own append. */
const lengthen = (dataDir: string, events: number): void => {
  const db = openLog(join(dataDir, 'log.db'))
  const append = batchAppender(db)
  append(
    Array.from({ length: events }, (_, n) => ({
      stream: `pot-${n % 100}`,
      expected: Math.floor(n / 100) - 1,
      expectedId: undefined,
      events: [randomUUID(), 'PotWatered', JSON.stringify({ n }), metadata],
    })),
  )
  db.close()
}
const rowsOf = (dataDir: string, sql: string): readonly unknown[] => {
  const db = new Database(join(dataDir, 'log.db'), { readonly: true })
  const rows = db.prepare(sql).all()
  db.close()
  return rows
}
const everyEvent = 'SELECT * FROM event ORDER BY position'
const endOfChain = 'SELECT position, events, lower(hex(head)) AS head FROM chain ORDER BY position DESC LIMIT 1'
const everySecret = 'SELECT id, sealed FROM secrets ORDER BY id'
const copies = async (from: string, to: string, env: Record<string, string> = {}) => {
  const { code, out, err } = await endcap(['copy-log', '--from', from, '--to', to, '--json'], env)
  assert.is(code, 0, err)
  return JSON.parse(out)
}
const refused = async (args: readonly string[], env: Record<string, string> = {}, expected = 1): Promise<string> => {
  const { code, out, err } = await endcap(['copy-log', ...args], env)
  assert.is(code, expected)
  assert.is(out, '')
  return err
}

const test = suite<Context>('endcap copy-log between folders')
test.before(prepare)
test.after(clean)
test.before.each(ownFolders)
test.after.each(dropFolders)

test('copies log and secrets unchanged; the target verifies with the key of the source; a repeat writes nothing', async ({
  source,
  target,
}) => {
  const first = await copies(source, `sqlite:${target}`)
  const events = rowsOf(source, everyEvent)
  assert.equal(first, {
    events: events.length,
    written: events.length,
    secretsWritten: rowsOf(source, everySecret).length,
    grown: false,
  })
  assert.equal(rowsOf(target, everyEvent), events)
  assert.equal(rowsOf(target, endOfChain), rowsOf(source, endOfChain))
  assert.equal(rowsOf(target, everySecret), rowsOf(source, everySecret))
  assert.equal(await copies(source, target), { ...first, written: 0, secretsWritten: 0 })
  await writeFile(join(target, 'secrets.key'), await readFile(join(source, 'secrets.key')))
  const { out } = await endcap(['verify', '--json'], { DATA_DIR: target })
  const { faults } = JSON.parse(out)
  // files are not part of the log
  assert.ok(
    faults.every((fault: { kind: string }) => fault.kind === 'blob'),
    out,
  )
})

test('a killed copy resumes', async ({ source, target }) => {
  lengthen(source, 3_000)
  const output = await killedOnce(['copy-log', '--from', source, '--to', target], {}, /copying: \d+\/\d+ pot-/)
  assert.not.match(output, 'comparing')
  const { events, written } = await copies(source, target)
  assert.ok(written > 0 && written < events, `${written} of ${events}`)
  assert.equal(rowsOf(target, everyEvent), rowsOf(source, everyEvent))
})

test('wrong arguments are reported in one line', async ({ source, target, folder }) => {
  assert.match(await refused(['--from', folder, '--to', target]), 'has no log.db: nothing to copy')
  assert.match(await refused(['--from', source, '--to', source], {}, 2), '--from and --to are the same log')
  assert.match(
    await refused(['--from', source, '--to', 'http://127.0.0.1'], {}, 2),
    '--from and --to must be sqlite:PATH',
  )
  assert.match(await refused(['--from', source, '--to', 'esdb://127.0.0.1?tls=false']), 'MONGODB_URL must be set')
})

test('a target that a node has run on is refused and left unchanged', async ({ source, target }) => {
  const served = await startService({ MONGODB_URL: '' })
  await provision(served)
  const secrets = rowsOf(served.dataDir, everySecret)
  const events = rowsOf(served.dataDir, everyEvent)
  assert.match(await refused(['--from', source, '--to', served.dataDir]), 'of its own; use a target')
  assert.equal(rowsOf(served.dataDir, everySecret), secrets)
  assert.equal(rowsOf(served.dataDir, everyEvent), events)
  await served.stop()
  await copies(source, target)
})

test('a copy or backup of a log whose secrets are elsewhere says what it lacks', async ({ source, target, folder }) => {
  const said = /secrets of its log, and no node starts on it without them\..* save its collection secrets as well/
  const whole = await endcap(['copy-log', '--from', source, '--to', target], {})
  assert.equal([whole.code, said.test(whole.err)], [0, false], whole.err)
  // as with MONGODB_URL, which has the secrets of a log in a folder
  const db = new Database(join(source, 'log.db'))
  db.exec('DROP TABLE secrets')
  db.close()
  const saved = await endcap(['backup', join(folder, 'backup')], { DATA_DIR: source })
  assert.is(saved.code, 0, saved.err)
  assert.match(saved.err, said)
  const copied = await endcap(['copy-log', '--from', source, '--to', join(folder, 'lacking')], {})
  assert.is(copied.code, 0, copied.err)
  assert.match(copied.err, said)
  const filled = await endcap(['copy-log', '--from', source, '--to', target], {})
  assert.equal([filled.code, said.test(filled.err)], [0, false], 'the target has them')
})

test('a target that only tools have read is as empty as before', async ({ source, target }) => {
  await mkdir(target)
  openLog(join(target, 'log.db')).close()
  for (const command of [['verify'], ['status'], ['secrets', 'list']]) await endcap(command, { DATA_DIR: target })
  assert.equal(rowsOf(target, everySecret), [])
  await copies(source, target)
})

test('reports an event that differs in the target', async ({ source, target }) => {
  await copies(source, target)
  const db = new Database(join(target, 'log.db'))
  const [{ stream, revision }] = db.prepare('SELECT stream, revision FROM event WHERE position = 3').all() as [
    { stream: string; revision: number },
  ]
  db.prepare(`UPDATE event SET data = json_set(data, '$.changed', 1) WHERE position = 3`).run()
  db.close()
  const err = await refused(['--from', source, '--to', target])
  assert.match(err, `not copied: ${stream}@${revision}`)
  assert.match(err, 'differs in the target: its id, data or metadata is not the same')
})

test.run()

onMongo('endcap copy-log to servers', server => {
  const servers = suite<Context>(`endcap copy-log to EventStoreDB (stand-in) and MongoDB (${server})`)
  servers.before(prepare)
  servers.after(clean)
  servers.before.each(ownFolders)
  servers.after.each(dropFolders)

  servers(
    'copies a log to EventStoreDB and its secrets to MongoDB, and back again unchanged',
    async ({ source, target }) => {
      lengthen(source, 1_000)
      const [store, mongo] = await Promise.all([startStandIn(), startMongo()])
      const env = { MONGODB_URL: mongo.url }
      try {
        const args = ['copy-log', '--from', source, '--to', store.url]
        const output = await killedOnce(args, env, /copying: \d+\/\d+ pot-/)
        assert.not.match(output, 'comparing')
        const there = await copies(source, store.url, env)
        assert.ok(there.written > 0 && there.written < there.events, JSON.stringify(there))
        assert.is(there.secretsWritten, rowsOf(source, everySecret).length)
        const again = await copies(source, store.url, env)
        assert.equal(again, { ...there, written: 0, secretsWritten: 0 })
        const sealed = await endcap(['seal', '--json'], {
          ...env,
          DATA_DIR: join(target, 'node'),
          EVENTSTOREDB_URL: store.url,
          SECRETS_KEY: (await readFile(join(source, 'secrets.key'), 'utf8')).trim(),
        })
        assert.is(sealed.code, 0, sealed.err)
        const [{ events, head }] = rowsOf(source, endOfChain) as [{ events: number; head: string }]
        const seal = JSON.parse(sealed.out)
        assert.equal([seal.events, seal.head], [events, head], 'the chain of the copy is that of the source')
        const withPassword = store.url.replace('://', '://someone:hidden-word@')
        const shown = await endcap(['copy-log', '--from', withPassword, '--to', target, '--json'], env)
        assert.is(shown.code, 0, shown.err)
        assert.match(shown.err, /copying: \d+\/\d+ /)
        assert.not.match(shown.out + shown.err, 'hidden-word', 'the progress shows no password')
        const back = JSON.parse(shown.out)
        assert.equal([back.events, back.written], [there.events, there.events])
        assert.equal(rowsOf(target, everyEvent), rowsOf(source, everyEvent))
        assert.equal(rowsOf(target, everySecret), rowsOf(source, everySecret))
        await store.kill()
        assert.match(await refused(['--from', source, '--to', store.url], env), 'run the same command again to resume')
      } finally {
        await Promise.all([store.close(), mongo.close()])
      }
    },
  )
  servers.run()
})
