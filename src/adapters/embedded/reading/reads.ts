import { join } from 'node:path'
import { logReader } from '../../event-log/sqlite/read-log.ts'
import { allOnFile } from '../../sqlite/file-fault.ts'
import { openForReading } from '../../sqlite/open-file.ts'
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
export type AsyncReads = {
  readonly [M in keyof Reads]: (...args: Parameters<Reads[M]>) => Promise<ReturnType<Reads[M]>>
}

/** Opens the reads, on this thread or another; `onFatal` is called if that thread ends unexpectedly. */
export type OpenReads = (dataDir: string, onFatal: (reason: string) => void) => Promise<AsyncReads>

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
export const readsBy = (call: (method: keyof Reads, args: readonly unknown[]) => Promise<unknown>): AsyncReads =>
  Object.fromEntries(methods.map(method => [method, (...args: unknown[]) => call(method, args)])) as AsyncReads

/** Wraps the reads: `noted` is called with every error that they meet. */
export const watched = (reads: AsyncReads, noted: (error: unknown) => void): AsyncReads =>
  readsBy((method, args) =>
    (reads[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args).catch(error => {
      noted(error)
      throw error
    }),
  )

/** Runs a read by name. */
export const read = (reads: Reads, method: keyof Reads, args: readonly unknown[]): unknown =>
  (reads[method] as (...args: readonly unknown[]) => unknown)(...args)
