import { join } from 'node:path'
import type { Later } from '../../../ports/read-models.ts'
import { logReader } from '../../event-log/sqlite/read-log.ts'
import { allOnFile } from '../../sqlite/file-fault.ts'
import { openForReading } from '../../sqlite/open-file.ts'
import { type Calls, callsInThread } from '../threads/calls-in-thread.ts'
import { viewsForReading } from './views-for-reading.ts'

/** All reads of both files, on read-only connections. */
export const openReads = (dataDir: string) => {
  const log = openForReading(join(dataDir, 'log.db'))
  const views = viewsForReading(dataDir)
  const close = () => {
    views.close()
    log.close()
  }
  return { ...allOnFile('log.db', logReader(log)), ...views.reads, close }
}
export type Reads = ReturnType<typeof openReads>

/** The reads, in whichever thread they run. */
export type AsyncReads = Later<Reads>

const methods: readonly (keyof Reads)[] = [
  'head',
  'streamHead',
  'readStream',
  'readEnd',
  'walkBack',
  'eventsAt',
  'readPage',
  'readHashed',
  'links',
  'ends',
  'wrongLink',
  'wrongEnd',
  'hasAllEnds',
  'lastLink',
  'linksAfter',
  'gaps',
  'get',
  'getMany',
  'find',
  'checkpoint',
  'servingOf',
  'allPage',
  'close',
]

/** Implements every read by a function that calls it by name. */
const readsBy = (call: Calls): AsyncReads =>
  Object.fromEntries(methods.map(method => [method, (...args: unknown[]) => call(method, args)])) as AsyncReads

/** Reads in a separate thread. `onFatal` is called if it ends unexpectedly. */
export const readsInThread = (dataDir: string, onFatal: (reason: string) => void): AsyncReads => {
  const file = new URL('../threads/read-worker.ts', import.meta.url)
  return readsBy(callsInThread(file, { name: 'reader', workerData: dataDir, onFatal }))
}

/** Wraps the reads: `noted` is called with every error that they meet. */
export const watched = (reads: AsyncReads, noted: (error: unknown) => void): AsyncReads =>
  readsBy((method, args) =>
    (reads[method as keyof Reads] as (...args: readonly unknown[]) => Promise<unknown>)(...args).catch(error => {
      noted(error)
      throw error
    }),
  )
