import { Readable } from 'node:stream'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { AssetStored } from '../../../src/domain/assets/asset.ts'
import type { CopyFault } from '../../../src/domain/cloud/copy-events.ts'
import { type CopyState, evolveCopy, notBegun } from '../../../src/domain/cloud/copy-state.ts'
import { fairSlots } from '../../../src/engine/fair-slots.ts'
import type { Work } from '../../../src/engine/write/execute.ts'
import type { CloudFailure, CloudStorage } from '../../../src/ports/cloud-storage.ts'
import type { Bounds } from '../../../src/processes/cloud/bounds.ts'
import { runCopy } from '../../../src/processes/cloud/run-copy.ts'
import { settles } from '../../support/memory/node.ts'

const test = suite('running a copy')
const slots = fairSlots({ inAll: 16, perAccount: 12 })
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
    config: {},
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
    const death = new AbortController()
    const context = {
      accountId: 'acme',
      storage,
      rootPrefix: 'root',
      work: library.work,
      ports: library.ports,
      slots: fairSlots({ inAll: 8, perAccount: 8 }),
    }
    try {
      const end = await runCopy(request, state, context, death.signal, async progress => {
        state = evolveCopy(state, { type: 'CloudCopyProgressed', data: { attempt, at, ...progress } })
        if (dies()) death.abort(new Error('killed'))
      })
      return { ...end, faults: [...state.faults, ...end.faults], attempt }
    } catch (error) {
      if (!(error instanceof Error && error.message === 'killed')) throw error
      state = evolveCopy(state, { type: 'CloudCopyAttemptFailed', data: { attempt, reason: '', retryAt: at, at } })
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
  const context = { accountId: 'acme', storage, rootPrefix: 'root', work: library.work, ports: library.ports, slots }
  const before = { ...notBegun, attempts: { attempt: 1, failures } }
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
  assert.equal([end.done, end.failed], [3, 3])
  assert.equal(end.faults.map(f => f.code).sort(), ['name-refused', 'name-refused', 'not-found'])
  assert.equal([...end.paths.keys()].sort(), ['a.png', 'z.png', '🌷.png'])
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
  const context = {
    accountId: 'acme',
    storage: slow,
    rootPrefix: 'root',
    work: library.work,
    ports: library.ports,
    slots,
  }
  const request = { path: '', files: [], folders: [''] }
  await runCopy(request, notBegun, context, new AbortController().signal, async () => undefined)
  assert.ok(most > 1 && most <= 8, `${most}`)
})

const bounds = { objects: 10, pages: 5, stallMs: 60_000 }
const boundedCopy = (
  storage: CloudStorage,
  { before = notBegun, own = bounds, folders = [''] }: { before?: CopyState; own?: Bounds; folders?: string[] } = {},
) => {
  const library = libraryOf()
  const context = { accountId: 'acme', storage, rootPrefix: 'root', work: library.work, ports: library.ports }
  const request = { path: '', files: [], folders }
  const { signal } = new AbortController()
  return runCopy(request, before, { ...context, slots, bounds: own }, signal, async () => undefined)
}
const filesOf = (count: number) => Array.from({ length: count }, (_, i) => `root/${String(i).padStart(4, '0')}`)

test('a request of more files than allowed ends with the reason before anything is copied', async () => {
  const { storage, opened } = cloudOf(filesOf(11), 100, () => undefined)
  const { beyond, done } = await boundedCopy(storage)
  assert.match(beyond ?? '', 'more than 10 files')
  assert.equal([done, opened], [0, []])
  assert.is((await boundedCopy(cloudOf(filesOf(10), 100, () => undefined).storage)).done, 10)
})

test('files that earlier attempts settled count too', async () => {
  const before = { ...notBegun, status: 'PROCESSING' as const, total: 12, done: 5, failed: 3 }
  const { beyond, done } = await boundedCopy(cloudOf(filesOf(5), 100, () => undefined).storage, { before })
  assert.match(beyond ?? '', 'more than 10 files')
  assert.ok(done >= 5 && done <= 7, `${done}`)
})

/** A service that lists pages without end; the files of a page come from `page`. */
const endless = (page: (n: number) => { objects?: string[]; next?: string }): CloudStorage => {
  let n = 0
  return {
    ...cloudOf([], 1, () => undefined).storage,
    async list() {
      const { objects = [], next = `page ${++n}` } = page(n)
      return { objects: objects.map(key => ({ key, size: 1, modifiedAt: '' })), next }
    },
  }
}

test('a listing without an end ends the copy with the reason', async () => {
  assert.match((await boundedCopy(endless(() => ({})))).beyond ?? '', 'more than 5 pages')
  assert.match((await boundedCopy(endless(n => ({ objects: [`root/${n}`] })))).beyond ?? '', 'more than 5 pages')
  const folders = Array.from({ length: 6 }, (_, i) => `f${i}`)
  assert.match(
    (await boundedCopy(cloudOf([], 1, () => undefined).storage, { folders })).beyond ?? '',
    'more than 5 pages',
  )
  assert.match((await boundedCopy(endless(() => ({ next: 'same' })))).beyond ?? '', 'the same page again')
})

test('names and page tokens that no object store has are refused: both become part of events', async () => {
  const long = 'x'.repeat(5_000)
  for (const page of [{ next: long }, { objects: [`root/${long}`] }])
    assert.match((await boundedCopy(endless(() => page))).beyond ?? '', 'names of more than 4096 characters')
})

const rejected = (copy: Promise<unknown>) =>
  copy.then(
    () => 'ended',
    (error: Error) => error.name,
  )
const hanging = (signal: AbortSignal | undefined): Promise<CloudFailure> =>
  new Promise(resolve => signal?.addEventListener('abort', () => resolve({ code: 'timeout', detail: 'aborted' })))
const impatient = { ...bounds, stallMs: 50 }

test('an attempt ends when a listing, an object or its bytes make no progress', async () => {
  const { storage } = cloudOf(filesOf(3), 100, () => undefined)
  const lists: CloudStorage = { ...storage, list: ({ signal }) => hanging(signal) }
  assert.is(await rejected(boundedCopy(lists, { own: impatient })), 'NoProgress')
  const opens: CloudStorage = { ...storage, open: (_, signal) => hanging(signal) }
  assert.is(await rejected(boundedCopy(opens, { own: impatient })), 'NoProgress')
  // a byte now and then
  const drips: CloudStorage = {
    ...storage,
    async open(_, signal) {
      const body = new Readable({ read: () => undefined })
      const timer = setInterval(() => body.push('x'), 5)
      signal?.addEventListener('abort', () => {
        clearInterval(timer)
        body.destroy(new Error('aborted'))
      })
      return { body }
    },
  }
  assert.is(await rejected(boundedCopy(drips, { own: impatient })), 'NoProgress')
})

test('an attempt that is stopped while it lists ends at once', async () => {
  const stop = new AbortController()
  const library = libraryOf()
  const storage = { ...cloudOf([], 1, () => undefined).storage, list: endless(() => ({})).list }
  const context = { accountId: 'acme', storage, rootPrefix: 'root', work: library.work, ports: library.ports }
  const own = { objects: 10, pages: Number.POSITIVE_INFINITY, stallMs: 60_000 }
  let listed = 0
  const counted: CloudStorage = {
    ...storage,
    list(options) {
      if (++listed === 3) stop.abort(new Error('the node stops'))
      return storage.list(options)
    },
  }
  const request = { path: '', files: [], folders: [''] }
  const copy = runCopy(
    request,
    notBegun,
    { ...context, slots, storage: counted, bounds: own },
    stop.signal,
    async () => undefined,
  )
  assert.is(await copy.catch((error: Error) => error.message), 'the node stops')
  assert.is(listed, 3)
})

test('one account that floods the slots does not hold up another one', async () => {
  const keys = Array.from({ length: 60 }, (_, i) => `root/${i}`)
  const { storage } = cloudOf(keys, 100, () => undefined)
  const ending = new AbortController()
  let opened = 0
  // its objects never arrive
  const stuck: CloudStorage = {
    ...storage,
    open: (_, signal) =>
      new Promise((_resolve, reject) => {
        opened++
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  }
  const shared = fairSlots({ inAll: 6, perAccount: 5 })
  const copyOf = (accountId: string, from: CloudStorage) => {
    const library = libraryOf()
    const context = { accountId, storage: from, rootPrefix: 'root', work: library.work, ports: library.ports }
    const request = { path: '', files: [], folders: [''] }
    return runCopy(request, notBegun, { ...context, slots: shared }, ending.signal, async () => undefined)
  }
  const flood = [1, 2, 3].map(() => copyOf('flood', stuck).catch((error: Error) => error.message))
  await settles()
  const { done, failed } = await copyOf('modest', storage)
  assert.equal([done, failed, opened], [60, 0, 5])
  ending.abort(new Error('the node stops'))
  assert.equal(await Promise.all(flood), Array(3).fill('the node stops'))
  assert.is(opened, 5, 'nothing was opened after the end')
})

test.run()
