import { Readable } from 'node:stream'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { AssetStored } from '../../../src/domain/assets/asset.ts'
import type { CopyFault } from '../../../src/domain/cloud/copy-events.ts'
import { type CopyState, evolveCopy, notBegun } from '../../../src/domain/cloud/copy-state.ts'
import type { Work } from '../../../src/engine/write/execute.ts'
import type { CloudStorage } from '../../../src/ports/cloud-storage.ts'
import { runCopy } from '../../../src/processes/cloud/run-copy.ts'

const test = suite('running a copy')
const bytesOrder = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Cloud storage in memory with small pages; `trouble` returns the failure code of an object, if any. */
const cloudOf = (keys: readonly string[], pageSize: number, trouble: (key: string) => string | undefined) => {
  const opened: string[] = []
  const storage: CloudStorage = {
    async list({ prefix, page = '' }) {
      const all = keys.filter(k => k.startsWith(prefix) && (page === '' || bytesOrder(k, page) > 0)).sort(bytesOrder)
      const objects = all.slice(0, pageSize).map(key => ({ key, size: key.length, modifiedAt: '' }))
      const last = objects.at(-1)?.key
      return { objects, ...(all.length > pageSize && last !== undefined ? { next: last } : {}) }
    },
    async open(key) {
      opened.push(key)
      const code = keys.includes(key) ? trouble(key) : 'not-found'
      return code === undefined ? { body: Readable.from([Buffer.from(key)]) } : { code, detail: code }
    },
    check: async () => undefined,
  }
  return { storage, opened }
}

/** An asset library in memory; it survives the death of a node. */
const libraryOf = () => {
  const paths = new Map<string, string>()
  let clock = 0
  const blobs = new Map<string, string>()
  const put = async (bytes: Readable) => {
    const text = Buffer.concat(await Array.fromAsync<Buffer>(bytes)).toString()
    blobs.set(text, text)
    return { sha256: text, size: text.length }
  }
  const work = {
    execute: async (_aggregate: unknown, _id: string, stored: AssetStored['data']) => {
      paths.set(stored.path, stored.sha256)
      return E.right({})
    },
  } as unknown as Work
  const ports = {
    blobs: { put },
    fileKinds: { kindOfBeginning: async () => ({ contentType: 'text/plain' }) },
    // each reading is a second later, so that each settled object is reported
    clock: { now: () => new Date(0), monotonic: () => (clock += 1000) },
  } as never
  return { paths, work, ports }
}

type Request = { readonly path: string; readonly files: string[]; readonly folders: string[] }

/** Runs attempts until one ends; `dies()` ends an attempt right after a report, as a kill would. */
const attempts = async (
  storage: CloudStorage,
  library: ReturnType<typeof libraryOf>,
  request: Request,
  dies: () => boolean,
) => {
  let state: CopyState = notBegun
  for (let attempt = 1; attempt < 200; attempt++) {
    const at = ''
    state = evolveCopy(state, { type: 'CloudCopyStarted', data: { worker: 'w', attempt, at } })
    const death = new AbortController()
    const context = { accountId: 'acme', storage, rootPrefix: 'root', work: library.work, ports: library.ports }
    try {
      const end = await runCopy(request, state, context, death.signal, async progress => {
        state = evolveCopy(state, { type: 'CloudCopyProgressed', data: { attempt, at, ...progress } })
        if (dies()) death.abort(new Error('killed'))
      })
      return { ...end, faults: [...state.faults, ...end.faults], attempt }
    } catch (error) {
      if (!(error instanceof Error && error.message === 'killed')) throw error
      state = evolveCopy(state, {
        type: 'CloudCopyAttemptFailed',
        data: { attempt, reason: '', retryAt: at, released: true, at },
      })
    }
  }
  throw new Error('the copy never ended')
}

test('each file is copied and counted once, whenever a node dies', async () => {
  const name = fc.stringMatching(/^[abc]{1,2}(\/[abc]{1,2}){0,2}$/)
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(name, { maxLength: 25 }),
      fc.array(fc.constantFrom('', 'a', 'b', 'c'), { maxLength: 3 }),
      fc.uniqueArray(name, { maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { maxLength: 30 }),
      async (names, folders, files, pageSize, deaths) => {
        const { storage } = cloudOf([...names.map(n => `root/${n}`), 'rooted', 'root2/x'], pageSize, () => undefined)
        const library = libraryOf()
        const left = [...deaths]
        const end = await attempts(storage, library, { path: '', files, folders }, () => left.shift() ?? false)
        const below = folders.map(f => names.filter(n => f === '' || n.startsWith(`${f}/`)))
        const wanted = new Set([...files.filter(f => names.includes(f)), ...below.flat()])
        assert.equal([...library.paths.keys()].sort(), [...wanted].sort())
        const absent = files.filter(f => !names.includes(f)).length + below.filter(b => b.length === 0).length
        const copied = files.length + below.flat().length + below.filter(b => b.length === 0).length - absent
        assert.equal([end.done, end.failed, end.total], [copied, absent, copied + absent])
        assert.is(end.faults.length, absent)
      },
    ),
    { numRuns: 150 },
  )
})

test('a resumed copy does not start at the beginning', async () => {
  const names = Array.from({ length: 100 }, (_, i) => `f${String(i).padStart(3, '0')}`)
  const { storage, opened } = cloudOf(
    names.map(n => `root/${n}`),
    10,
    () => undefined,
  )
  let reports = 0
  const end = await attempts(storage, libraryOf(), { path: '', files: [], folders: [''] }, () => ++reports === 80)
  assert.equal([end.done, end.attempt], [100, 2])
  assert.ok(opened.length < 120, `${opened.length} objects opened`)
})

const copyOnce = async (keys: readonly string[], trouble: (key: string) => string | undefined, failures = 0) => {
  const { storage, opened } = cloudOf(keys, 100, trouble)
  const library = libraryOf()
  const context = { accountId: 'acme', storage, rootPrefix: 'root', work: library.work, ports: library.ports }
  const before = { ...notBegun, attempts: { attempt: 1, failures, worker: 'w' } }
  const reported: CopyFault[] = []
  const end = await runCopy(
    { path: '', files: [], folders: [''] },
    before,
    context,
    new AbortController().signal,
    async ({ faults }) => void reported.push(...faults),
  )
  return { ...end, faults: [...reported, ...end.faults], opened, paths: library.paths }
}

test('a file that cannot be copied is reported with its reason, and the others are copied', async () => {
  const keys = [
    'root/a.png',
    'root/..%2f/../x',
    'root/🌷.png',
    `root/${'x'.repeat(1000)}`,
    'root/gone.png',
    'root/z.png',
  ]
  const end = await copyOnce(keys, key => (key === 'root/gone.png' ? 'not-found' : undefined))
  assert.equal([end.done, end.failed], [2, 4])
  assert.equal(end.faults.map(f => f.code).sort(), ['name-refused', 'name-refused', 'name-refused', 'not-found'])
  assert.equal([...end.paths.keys()].sort(), ['a.png', 'z.png'])
})

test('a name that is too long for a report is cut between characters', async () => {
  const end = await copyOnce([`root/${'x'.repeat(511)}🌷.png`], () => undefined)
  assert.ok(end.faults[0]?.item.isWellFormed(), end.faults[0]?.item.slice(-5))
})

test('a brief outage of the service is retried, a longer one ends the attempt', async () => {
  let left = 2
  const flaky = await copyOnce(['root/a'], () => (left-- > 0 ? 'unreachable' : undefined))
  assert.equal([flaky.done, flaky.opened.length], [1, 3])
  const unavailable = await copyOnce(['root/a'], () => 'unreachable').then(
    () => 'ended',
    (error: Error) => error.name,
  )
  assert.is(unavailable, 'CloudAway')
  const last = await copyOnce(['root/a', 'root/b'], key => (key === 'root/a' ? 'unreachable' : undefined), 4)
  assert.equal([last.done, last.failed, last.faults[0]?.code], [1, 1, 'unreachable'])
})

test('at most eight objects are copied in parallel', async () => {
  let now = 0
  let most = 0
  const keys = Array.from({ length: 40 }, (_, i) => `root/${i}`)
  const { storage } = cloudOf(keys, 100, () => undefined)
  const slow: CloudStorage = {
    ...storage,
    async open(key) {
      most = Math.max(most, ++now)
      const body = Readable.from([Buffer.from(key)])
      body.on('close', () => now--)
      return { body }
    },
  }
  const library = libraryOf()
  const context = { accountId: 'acme', storage: slow, rootPrefix: 'root', work: library.work, ports: library.ports }
  const request = { path: '', files: [], folders: [''] }
  await runCopy(request, notBegun, context, new AbortController().signal, async () => undefined)
  assert.ok(most > 1 && most <= 8, `${most}`)
})

test.run()
