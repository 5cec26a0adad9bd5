import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Embedded, type EmbeddedOptions, openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'
import { linked, noLink } from '../../../src/engine/write/chaining.ts'
import type { ChainGap, ChainLink } from '../../../src/ports/chain.ts'
import type { LogFilter } from '../../../src/ports/event-log.ts'
import { writtenViews } from '../../support/given/written-views.ts'
import { until } from '../../support/waiting/until.ts'
import { appended, eventLogContract, written } from '../event-log.contract.ts'
import { readModelsContract } from '../read-models.contract.ts'
import { fragile } from './failing-notes.ts'
import { notes, tally } from './notes.ts'

const moduleOf = (name: string) => new URL(`./${name}.ts`, import.meta.url).href
const newFolder = () => mkdtemp(join(tmpdir(), 'endcap-embedded-'))
/** Milliseconds until views have caught up; generous for busy machines. */
const patience = 60_000
const openAt = (dataDir: string, more: Partial<EmbeddedOptions> = {}) =>
  openEmbedded({ dataDir, projections: moduleOf('notes'), ...more })

const openPair = async () => {
  const dataDir = await newFolder()
  const [one, two] = await Promise.all([openAt(dataDir), openAt(dataDir)])
  const close = async () => {
    await Promise.all([one.close(), two.close()])
    await rm(dataDir, { recursive: true })
  }
  return { dataDir, one, two, close }
}

eventLogContract('embedded', async () => {
  const { one, two, close } = await openPair()
  return { log: one.log, other: two.log, close }
})

readModelsContract('embedded', async () => {
  const { dataDir, one, two, close } = await openPair()
  const [readModels, other] = [one, two].map(node => writtenViews(dataDir, node.readModels))
  let next = 0
  return {
    readModels: readModels!,
    other: other!,
    advance: async node => {
      const { log } = node === 'other' ? two : one
      return appended(await log.append(`note-advance:${next++}`, [written(next)], -1)).position
    },
    exchange: async () => {
      for (const node of [one, two, one]) await node.exchangeCounters()
    },
    close: async () => {
      readModels?.closeFile()
      other?.closeFile()
      await close()
    },
  }
})

type Folder = { dataDir: string; opened: Embedded[]; open(more?: Partial<EmbeddedOptions>): Promise<Embedded> }
const test = suite<Folder>('embedded')
test.before.each(async context => {
  context.dataDir = await newFolder()
  context.opened = []
  context.open = async more => {
    const embedded = await openAt(context.dataDir, more)
    context.opened.push(embedded)
    return embedded
  }
})
test.after.each(async ({ dataDir, opened }) => {
  for (const embedded of opened) await embedded.close()
  await rm(dataDir, { recursive: true })
})

const write = async ({ log }: Embedded, stream: string, data: unknown = 'text', type = 'NoteWritten') => {
  const { revision } = await log.streamHead(stream)
  return appended(await log.append(stream, [written(data, { type })], revision)).position
}
const caughtUp = async ({ log, readModels }: Embedded) =>
  assert.ok(await readModels.waitFor(await log.head(), patience))
const documentOf = async ({ readModels }: Embedded, view: typeof notes | typeof tally | typeof fragile, id: string) => {
  const found = await readModels.get(view, id)
  return found && JSON.parse(found.json)
}
/** A process that appends; `lines` yields its output. */
const appender = (dataDir: string, ...args: readonly string[]) => {
  const script = new URL('./appender.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, dataDir, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { child, lines: createInterface({ input: child.stdout }), exited: once(child, 'exit') }
}
const linesUntil = async (lines: AsyncIterable<string>, enough: (lines: readonly string[]) => boolean) => {
  const found: string[] = []
  for await (const line of lines) {
    found.push(line)
    if (enough(found)) break
  }
  return found
}

test('events that a filter does not want are not read, over several pages of the log', async ({ open }) => {
  const embedded = await open()
  const { log } = embedded
  const rare = [0, 6_000, 11_999]
  const ids: string[] = []
  for (let n = 0; n < 12_000; n += 1_000) {
    const events = Array.from({ length: 1_000 }, (_, i) =>
      written(n + i, { type: rare.includes(n + i) ? 'Rare' : 'Usual' }),
    )
    ids.push(...events.filter(({ type }) => type === 'Rare').map(({ id }) => id))
    appended(await log.append(`note-${n}`, events, -1))
  }
  const found = async (filter: LogFilter) => {
    const scanned: bigint[] = []
    const events = await Array.fromAsync(log.readAll({ ...filter, onScanned: at => void scanned.push(at) }))
    assert.is(scanned.at(-1), await log.head())
    assert.ok(scanned.length > 1)
    return events.map(event => event.data)
  }
  assert.equal(await found({ among: { types: ['Rare'] } }), rare)
  assert.equal(await found({ among: { mentioning: ids } }), rare)
  assert.equal(await found({ prefixes: ['note-6000'], among: { types: ['Rare'] } }), [6_000])
  const { at } = written(0).metadata
  assert.is((await found({ period: { from: at, to: at } })).length, 12_000)
  assert.equal(await found({ period: { from: at.replace('.000Z', '.001Z') } }), [])
  assert.equal(await found({ period: { to: '2026-03-01T09:59:59.999Z' } }), [])
  assert.is((await found({ prefixes: ['note-1'] })).length, 3_000)
  assert.equal(await Array.fromAsync(log.readAll({ among: { types: ['Rare'] }, limit: 2 }), e => e.data), [0, 6_000])
})

test('acknowledged appends are synced: the log commits with FULL, views with NORMAL', async ({ open }) => {
  const { logSynchronous, viewsSynchronous } = (await open()).status()
  assert.equal([logSynchronous, viewsSynchronous], [2, 1])
})

test('the views include a write once it is answered', async ({ open }) => {
  const embedded = await open()
  await caughtUp(embedded)
  for (let i = 1; i <= 20; i++) {
    const position = await write(embedded, 'note-a', i)
    assert.ok(await embedded.readModels.waitFor(position, 0))
    assert.equal(await documentOf(embedded, notes, 'a'), { id: 'a', writes: i, last: i, revision: i - 1 })
  }
  const erased = await write(embedded, 'note-a', null, 'NoteErased')
  assert.ok(await embedded.readModels.waitFor(erased, 0))
  assert.is(await embedded.readModels.get(notes, 'a'), undefined)
})

test('writes survive a restart, and up-to-date views are not rebuilt', async ({ open }) => {
  const first = await open()
  const { id } = first.log
  for (let i = 0; i < 30; i++) await write(first, `note-${i % 7}`, i)
  await caughtUp(first)
  await first.close()
  const second = await open()
  assert.is(second.log.id, id)
  assert.is(second.status().reflected, 30)
  assert.ok(second.status().ready)
  assert.equal(await documentOf(second, tally, 'all'), { total: 30 })
})

test('a new view is built from the whole log', async ({ open }) => {
  const first = await open({ projections: moduleOf('no-projections') })
  const streams = Array.from({ length: 3_000 }, (_, i) => first.log.append(`note-${i % 500}:${i}`, [written(i)], -1))
  await Promise.all(streams)
  assert.is(await first.readModels.checkpoint(notes), undefined)
  await first.close()
  const second = await open()
  await caughtUp(second)
  assert.equal(await documentOf(second, tally, 'all'), { total: 3_000 })
  const page = await second.readModels.find(notes, { where: { field: ['writes'], is: '=', value: 1 }, limit: 1 })
  assert.is(page.count, 3_000)
})

test('a view built during writes includes all of them', async ({ open }) => {
  const first = await open({ projections: moduleOf('no-projections') })
  const many = (n: number, name: string) =>
    Promise.all(Array.from({ length: n }, (_, i) => first.log.append(`note-${name}:${i}`, [written(i)], -1)))
  await many(6_000, 'before')
  const second = await open()
  await many(2_000, 'meanwhile')
  await caughtUp(second)
  assert.equal(await documentOf(second, tally, 'all'), { total: 8_000 })
})

test('views that lost their last writes catch up from the log', async ({ dataDir, open }) => {
  const first = await open()
  await write(first, 'note-a', 1)
  await caughtUp(first)
  await first.close()
  const logOnly = await open({ projections: moduleOf('no-projections') })
  for (let i = 2; i <= 9; i++) await write(logOnly, 'note-a', i)
  await logOnly.close()
  const again = await open()
  await caughtUp(again)
  await write(again, 'note-a', 10)
  assert.equal(await documentOf(again, notes, 'a'), { id: 'a', writes: 10, last: 10, revision: 9 })
  assert.equal(await documentOf(again, tally, 'all'), { total: 10 })
  assert.ok(dataDir)
})

test('views of another log, or ahead of it, are rebuilt', async ({ dataDir, open }) => {
  const first = await open()
  for (let i = 0; i < 5; i++) await write(first, `note-${i}`, 'old')
  await caughtUp(first)
  await first.close()
  const log = new Database(join(dataDir, 'log.db'))
  log.exec("DELETE FROM event WHERE position > 3; DELETE FROM stream WHERE stream IN ('note-3', 'note-4')")
  log.close()
  const behind = await open()
  await caughtUp(behind)
  assert.equal(await documentOf(behind, tally, 'all'), { total: 3 })
  assert.is(await behind.readModels.get(notes, '4'), undefined)
  await behind.close()
  for (const end of ['', '-wal', '-shm']) await rm(join(dataDir, `log.db${end}`), { force: true })
  const other = await open()
  await write(other, 'note-new')
  await caughtUp(other)
  assert.equal(await documentOf(other, tally, 'all'), { total: 1 })
  assert.is(await other.readModels.get(notes, '0'), undefined)
})

test('views that an older copy of the log went on with are rebuilt when the newer log is back', async ({
  dataDir,
  open,
}) => {
  const put = (from: string, to: string) =>
    Promise.all([cp(join(dataDir, from), join(dataDir, to)), rm(join(dataDir, 'log.db-wal'), { force: true })])
  const session = async (...texts: readonly string[]) => {
    const opened = await open()
    for (const [i, text] of texts.entries()) await write(opened, `note-${text}`, `${i}`)
    await caughtUp(opened)
    const all = await documentOf(opened, tally, 'all')
    const other = await opened.readModels.get(notes, 'other')
    await opened.close()
    return { all, other: other !== undefined }
  }
  await session('first')
  await put('log.db', 'older.db')
  await session('newer', 'newest')
  await put('log.db', 'newer.db')
  await put('older.db', 'log.db')
  assert.equal(await session(), { all: { total: 1 }, other: false })
  assert.equal(await session('other'), { all: { total: 2 }, other: true })
  await put('newer.db', 'log.db')
  assert.equal(await session(), { all: { total: 3 }, other: false })
})

test('a rebuilt view replaces the old one and includes writes made meanwhile', async ({ dataDir, open }) => {
  const embedded = await open()
  for (let i = 0; i < 10; i++) await write(embedded, `note-${i}`)
  const views = new Database(join(dataDir, 'views.db'))
  const tables = () => views.prepare<[], number>('SELECT id FROM generation ORDER BY id').pluck().all()
  const before = tables()
  views.exec(`UPDATE documents_${before.at(-1)} SET json = '{"total":-1}' WHERE id = 'all'`)
  const swapped = new Promise<void>(resolve => {
    const leave = embedded.readModels.onMoved(async () => {
      if (embedded.status().building.length > 0 || tables().some(id => before.includes(id))) return
      leave()
      resolve()
    })
  })
  await embedded.rebuild()
  await write(embedded, 'note-10')
  await swapped
  await caughtUp(embedded)
  assert.equal(await documentOf(embedded, tally, 'all'), { total: 11 })
  assert.is(tables().length, before.length)
  views.close()
})

test('a projection that throws stops only its view, reports it, and fails no command', async ({ open }) => {
  const embedded = await open({ projections: moduleOf('failing-notes') })
  await write(embedded, 'note-a', 1)
  await caughtUp(embedded)
  assert.ok(embedded.status().ready)
  const broken = await write(embedded, 'note-a', 'break')
  const after = await write(embedded, 'note-a', 3)
  assert.ok(await embedded.readModels.waitFor(after, 0))
  assert.equal(await documentOf(embedded, tally, 'all'), { total: 3 })
  assert.equal(await documentOf(embedded, fragile, 'all'), { seen: 1 })
  const { failedViews, ready } = embedded.status()
  assert.equal(failedViews, [
    { name: 'fragile', version: 1, position: Number(broken), reason: 'TypeError: cannot project' },
  ])
  assert.not(ready)
})

test('a projection that throws during a build stops only its view', async ({ open }) => {
  const first = await open()
  for (const data of [1, 'break', 3]) await write(first, 'note-a', data)
  await first.close()
  const second = await open({ projections: moduleOf('failing-notes') })
  await caughtUp(second)
  await write(second, 'note-a', 4)
  assert.equal(await documentOf(second, tally, 'all'), { total: 4 })
  assert.is(second.status().failedViews[0]?.name, 'fragile')
})

test('a full disk rejects the append with its reason, and the log keeps working', async ({ open }) => {
  const embedded = await open({ maxLogPages: 60 })
  await write(embedded, 'note-a', 1)
  const refused = await embedded.log.append('note-b', [written('x'.repeat(400_000))], -1)
  assert.equal(refused, E.left({ kind: 'unavailable', reason: 'the disk is full (SQLITE_FULL)' }))
  const position = await write(embedded, 'note-b', 2)
  assert.is((await embedded.log.streamHead('note-b')).revision, 0)
  assert.ok(await embedded.readModels.waitFor(position, patience))
  assert.is(embedded.status().fatal, undefined)
})

test('when the writer thread ends, appends return unavailable and onFatal is called', async ({ dataDir }) => {
  const reasons: string[] = []
  const projections = moduleOf('crashing')
  const embedded = await openEmbedded({ dataDir, projections, onFatal: reason => reasons.push(reason) })
  await write(embedded, 'note-a', 1)
  const subscribed = new Promise<unknown>(onError => {
    embedded.log.subscribe({ after: 0n, handle: async () => {}, onError })
  })
  const answers = await Promise.all([
    embedded.log.append('note-a', [written('crash')], 0),
    embedded.log.append('note-b', [written('x')], -1),
  ])
  for (const answer of answers) assert.is(E.isLeft(answer) && answer.left.kind, 'unavailable')
  assert.ok((await subscribed) instanceof Error)
  assert.is(reasons.length, 1)
  assert.ok(embedded.status().fatal)
  assert.is((await embedded.log.readStream('note-a'))[0]?.data, 1, 'reads still work')
  await embedded.close()
})

test('closing waits for pending appends and rejects later ones', async ({ open }) => {
  const embedded = await open()
  const under = Promise.all(Array.from({ length: 50 }, (_, i) => embedded.log.append(`note-${i}`, [written(i)], -1)))
  const closed = embedded.close()
  assert.ok((await under).every(E.isRight))
  await closed
  const late = await embedded.log.append('note-late', [written(1)], -1)
  assert.equal(late, E.left({ kind: 'unavailable', reason: 'the log is closed' }))
})

/** Every kept link of the hash chain, the last of which covers all events, is what the events give. */
const chainIsWhole = async ({ log, chain }: Embedded) => {
  const kept = new Map<bigint, ChainLink>()
  for await (const link of chain.links(0n)) kept.set(link.position, link)
  let link = noLink
  for await (const event of log.readAll()) {
    link = linked(link, event)
    assert.equal(kept.get(event.position) ?? link, link)
  }
  assert.equal(await chain.last(), link)
}

const marksOf = ({ readModels }: Embedded) => [notes, tally].map(view => readModels.mark?.(view))

test('the mark of a view changes with its documents, whichever process writes, and no other', async ({ open }) => {
  const [one, two] = [await open(), await open()]
  for (const writer of [one, two]) {
    for (const node of [one, two]) await caughtUp(node)
    const before = [marksOf(one), marksOf(two)]
    assert.ok(before.flat().every(mark => mark !== undefined))
    const position = await write(writer, 'memo-1')
    for (const [i, node] of [one, two].entries()) {
      assert.ok(await node.readModels.waitFor(position, patience))
      assert.is(marksOf(node)[0], before[i]![0], 'notes')
      await until(
        async () => marksOf(node)[1],
        mark => mark !== before[i]![1],
      )
    }
  }
})

test('the mark of a view changes when it is built anew, also in a new file', async ({ dataDir, open }) => {
  const node = await open()
  await write(node, 'note-1')
  const changed = async (before: readonly unknown[]) =>
    until(
      async () => marksOf(node),
      marks => marks.every((mark, i) => mark !== undefined && mark !== before[i]),
    )
  const first = marksOf(node)
  await node.rebuild()
  await changed(first)
  const second = marksOf(node)
  // answered by the reading thread, which has opened the file by then: half of it is gone for a moment below
  await documentOf(node, notes, '1')
  for (const suffix of ['', '-wal', '-shm']) await rm(join(dataDir, `views.db${suffix}`), { force: true })
  await changed(second)
})

test('the head of a stream is known at once after an append, of this process or another', async ({ open }) => {
  const [one, two] = [await open(), await open()]
  for (const [revision, writer] of [one, two, one].entries()) {
    const { position } = appended(await writer.log.append('note-1', [written(revision)], revision - 1))
    for (const node of [one, two]) assert.equal(await node.log.streamHead('note-1'), { revision, position })
  }
})

test('processes writing to one log lose nothing, skip no revision, and project each event once', async ({
  dataDir,
  open,
}) => {
  const embedded = await open()
  const children = ['one', 'two', 'three'].map(name => appender(dataDir, '8', '40', name))
  const outputs = await Promise.all(children.map(({ lines }) => linesUntil(lines, l => l.at(-1) === 'done')))
  await Promise.all(children.map(c => c.exited))
  const acknowledged = outputs.flat().filter(line => line.startsWith('note-'))
  assert.is(acknowledged.length, 3 * 8 * 48)
  const found = new Map<string, number>()
  for await (const event of embedded.log.readAll()) {
    assert.is(event.revision, found.get(event.stream) ?? 0)
    found.set(event.stream, event.revision + 1)
  }
  assert.is(found.get('note-shared'), 3 * 8 * 8)
  await caughtUp(embedded)
  assert.equal(await documentOf(embedded, tally, 'all'), { total: acknowledged.length })
  assert.is((await documentOf(embedded, notes, 'shared'))?.writes, 3 * 8 * 8)
  await chainIsWhole(embedded)
})

const lackedBy = (gaps: readonly ChainGap[]) => gaps.map(({ after, events, until, had }) => [after, events, until, had])

test('the hash chain is completed in the background when events were written without it', async ({ dataDir, open }) => {
  const first = await open()
  for (let i = 0; i < 5; i++) appended(await first.log.append('note-1', [written(i)], i - 1))
  await first.close()
  const db = new Database(join(dataDir, 'log.db'))
  db.exec("DELETE FROM chain WHERE position > 2; DELETE FROM meta WHERE key = 'chained'")
  db.close()
  const again = await open()
  const { position } = appended(await again.log.append('note-1', [written(5)], 4))
  await until(again.chain.last, last => last.position === position)
  await chainIsWhole(again)
  assert.equal(lackedBy(await again.chain.gaps()), [[2n, 2, 5n, 0]])
})

test('links that are removed stay known when the chain is whole again', async ({ dataDir, open }) => {
  const changed = (sql: string) => {
    const db = new Database(join(dataDir, 'log.db'))
    db.exec(sql)
    db.close()
  }
  /** Opens the log, appends an event, and returns what the chain lacked. */
  const lacked = async (revision: number) => {
    const embedded = await open()
    const { position } = appended(await embedded.log.append('note-1', [written(revision)], revision - 1))
    await until(embedded.chain.last, last => last.position === position)
    await chainIsWhole(embedded)
    const gaps = lackedBy(await embedded.chain.gaps())
    await embedded.close()
    return gaps
  }
  for (const revision of [0, 1, 2]) assert.equal(await lacked(revision), [], 'nothing while nobody removes anything')
  await (await open()).close()
  changed('DELETE FROM chain')
  assert.equal(await lacked(3), [[0n, 0, 3n, 3]])
  assert.equal(await lacked(4), [[0n, 0, 3n, 3]], 'known after the chain is whole')
  changed('DELETE FROM chain WHERE position > 4')
  const twice = [
    [0n, 0, 3n, 3],
    [4n, 4, 5n, 5],
  ]
  assert.equal(await lacked(5), twice)
})

test('acknowledged events survive a kill -9, and the views match the log', async ({ dataDir, open }) => {
  const { child, lines, exited } = appender(dataDir, '16', '0', 'k')
  const printed: string[] = []
  lines.on('line', line => {
    printed.push(line)
    if (printed.length === 1_500) child.kill('SIGKILL')
  })
  await Promise.all([exited, once(lines, 'close')])
  const embedded = await open()
  const ids = new Set<string>()
  for await (const event of embedded.log.readAll()) ids.add(`${event.stream} ${event.revision} ${event.id}`)
  const acknowledged = printed.filter(line => line.startsWith('note-') && line.split(' ').length === 3)
  assert.ok(acknowledged.length > 1_000)
  const lost = acknowledged.slice(0, -1).filter(line => !ids.has(line))
  assert.equal(lost, [])
  await caughtUp(embedded)
  assert.equal(await documentOf(embedded, tally, 'all'), { total: ids.size })
})

test('a conflict in a batch fails only that append', async ({ open }) => {
  const embedded = await open()
  await write(embedded, 'note-a')
  const answers = await Promise.all([
    embedded.log.append('note-b', [written(1)], -1),
    embedded.log.append('note-a', [written(1)], -1),
    embedded.log.append('note-c', [written(1)], -1),
  ])
  assert.equal(answers.map(E.isRight), [true, false, true])
})

test('a long stream is read completely, and backwards from its end', async ({ open }) => {
  const { log } = await open()
  const batch = (from: number) => Array.from({ length: 500 }, (_, i) => written(from + i))
  for (let from = 0; from < 5_000; from += 500) appended(await log.append('note-long', batch(from), from - 1))
  const all = await log.readStream('note-long')
  assert.equal(
    all.map(e => e.data),
    Array.from({ length: 5_000 }, (_, i) => i),
  )
  assert.equal(
    (await log.readStream('note-long', { from: 4_998 })).map(e => e.data),
    [4_998, 4_999],
  )
})

test('views of an older release are kept while it may still run, and dropped once no node feeds them', async ({
  dataDir,
  open,
}) => {
  const tables = () => {
    const db = new Database(join(dataDir, 'views.db'), { readonly: true })
    const found = db.prepare("SELECT name || '/' || version FROM generation ORDER BY 1").pluck().all()
    db.close()
    return found
  }
  const older = await open()
  await write(older, 'note-1')
  await older.close()
  const newer = await open({ projections: moduleOf('newer-notes') })
  assert.ok(await newer.readModels.waitFor(await newer.log.head(), patience))
  assert.equal(tables(), ['notes/1', 'notes/2', 'tally/1'])
  const many = Array.from({ length: 5_001 }, () => written(1))
  for (let at = 0; at < many.length; at += 500)
    await newer.log.append('memo-many', many.slice(at, at + 500), at - 1).then(done => assert.ok(E.isRight(done)))
  assert.ok(await newer.readModels.waitFor(await newer.log.head(), patience))
  await newer.close()
  await open({ projections: moduleOf('newer-notes') })
  assert.equal(tables(), ['notes/2', 'tally/1'])
})

test.run()
