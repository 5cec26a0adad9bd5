import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkFile } from './check-file.ts'
// the libraries behind it must be loaded by the main thread, or they are unloaded with the first thread that ends
import 'sharp'
import { lookedAtPictures, shownPictures } from '../../domain/templates/brand.ts'
import { brandProfile } from '../../domain/templates/brand-profile.ts'
import type { Blobs } from '../../ports/blobs.ts'
import type { BrandFault, BrandReader, BrandReading } from '../../ports/brand-reader.ts'
import { diskFault } from '../../ports/disk-fault.ts'
import type { Fetcher } from '../../ports/fetcher.ts'
import type { Logger } from '../../ports/logger.ts'
import { LimitExceeded } from '../threads/bounded-thread.ts'
import { sharedBy, threadPool } from '../threads/thread-pool.ts'
import type { BrandOutcome, BrandTask } from './brand-thread.ts'
import type { SourceRead } from './source-read.ts'
import { type RunTask, sourceReader, storePictures } from './source-reader.ts'
import { faultOf, Unreadable } from './unreadable.ts'

export type BrandReaderOptions = {
  readonly logger: Logger
  readonly blobs: Blobs
  readonly fetcher: Fetcher
  /** Exists, belongs to this node, and is emptied when the node has ended. */
  readonly folder: string
  /** Sources that are read at a time; one account has at most one less. */
  readonly threads?: number
  readonly heapMb?: number
  /** MiB of a thread outside its heap: files, and pixels as they are decoded. */
  readonly buffersMb?: number
  /** Milliseconds of processor time of a thread. */
  readonly readMs?: number
  /** Milliseconds for one source in all, with what it fetches and the libraries that draw its pictures. */
  readonly sourceMs?: number
}

const ended: BrandFault = { code: 'ended', detail: 'The reading was ended.', transient: true }
const tooCostly = new Unreadable(
  'too-large',
  'Reading it takes too much time or memory. Send a smaller or simpler file.',
)
const mostWarnings = 20

type Options = Parameters<BrandReader['read']>[1]

/** Reads brands in threads, one thread a task, which ends with it (TEMPLATE-14). */
export const openBrandReader = ({
  logger,
  blobs,
  fetcher,
  folder,
  threads = 2,
  heapMb = 384,
  buffersMb = 768,
  readMs = 60_000,
  sourceMs = 300_000,
}: BrandReaderOptions): BrandReader => {
  const pool = threadPool<BrandTask, BrandOutcome>(new URL('./brand-thread.ts', import.meta.url), {
    ...sharedBy(threads),
    ...{ deadlineMs: readMs, heapMb, buffersMb },
    single: true,
  })
  const underWay = new Set<Promise<unknown>>()
  const closing = new AbortController()

  const runFor =
    (accountId: string, signal: AbortSignal): RunTask =>
    async task => {
      const outcome = await pool.ask(accountId, task, signal).catch(error => {
        if (!(error instanceof LimitExceeded)) throw error
        logger.warn({ accountId, task: task.do, limit: error.limit }, 'a brand could not be read within its limits')
        throw tooCostly
      })
      if ('broken' in outcome) {
        logger.error({ accountId, task: task.do, reason: outcome.broken }, 'a brand could not be read')
        throw new Unreadable('unreadable', 'The file cannot be read.')
      }
      if ('code' in outcome) throw new Unreadable(outcome.code, outcome.detail, outcome.transient)
      return outcome
    }
  const readOne = async (
    source: Parameters<BrandReader['read']>[0][number],
    { accountId }: Pick<Options, 'accountId'>,
    { folder: own, signal }: { readonly folder: string; readonly signal: AbortSignal },
  ): Promise<SourceRead> => {
    const late = AbortSignal.timeout(sourceMs)
    const place = { folder: own, signal: AbortSignal.any([signal, late]) }
    try {
      return await sourceReader({ blobs, fetcher, run: runFor(accountId, place.signal) })(source, place)
    } catch (error) {
      signal.throwIfAborted()
      if (late.aborted) throw tooCostly
      throw error
    }
  }
  /** Reads each source in a folder of its own; they are removed when nothing writes to them any more. */
  const readAll = async (
    sources: Parameters<BrandReader['read']>[0],
    { retailerName, progress, mayStore, ...own }: Options,
    signal: AbortSignal,
  ): Promise<BrandReading> => {
    const reads: SourceRead[] = []
    const folders: string[] = []
    try {
      for (const source of sources) {
        const made = await mkdtemp(join(folder, 'brand-')).catch(diskFault)
        folders.push(made)
        reads.push(await readOne(source, own, { folder: made, signal }))
        progress?.(reads.length / sources.length)
      }
      const findings = reads.map(read => read.findings)
      const profile = brandProfile(findings, retailerName)
      // nothing reads the others again
      const pictures = [...shownPictures(profile), ...lookedAtPictures(profile)]
      await storePictures(blobs, pictures, { folders, signal }, mayStore ? { mayStore } : {})
      return { profile, warnings: reads.flatMap(({ warnings }) => warnings).slice(0, mostWarnings) }
    } finally {
      for (const made of folders) await rm(made, { recursive: true, force: true })
    }
  }
  /** Work that has begun cannot always be stopped at once: a picture is decoded to its end. Who asks need not wait for it. */
  const orEnded = (work: Promise<BrandReading>, signal: AbortSignal): Promise<BrandReading | BrandFault> => {
    const { promise, resolve } = Promise.withResolvers<BrandFault>()
    const end = () => resolve(ended)
    signal.addEventListener('abort', end, { once: true })
    const read = work.catch((error): BrandFault => {
      if (signal.aborted) return ended
      if (error instanceof Unreadable) return faultOf(error)
      throw error
    })
    return Promise.race([read, promise]).finally(() => signal.removeEventListener('abort', end))
  }
  return {
    async read(sources, options) {
      const signal = AbortSignal.any([options.signal, closing.signal])
      if (signal.aborted) return ended
      const work = readAll(sources, options, signal)
      const settled = work.catch(() => undefined).finally(() => underWay.delete(settled))
      underWay.add(settled)
      return orEnded(work, signal)
    },
    check: checkFile,
    async close() {
      closing.abort()
      await pool.close()
      await Promise.all(underWay)
    },
  }
}
