import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrandReaderOptions, openBrandReader } from '../../../src/adapters/brand/open-brand-reader.ts'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import type { Blobs } from '../../../src/ports/blobs.ts'
import {
  type BrandFault,
  type BrandReader,
  type BrandReading,
  type BrandSource,
  isBrandFault,
} from '../../../src/ports/brand-reader.ts'
import { memoryBlobs } from '../memory/fakes.ts'
import { noLog } from '../rendering/rendering.ts'
import { inTime } from '../waiting/in-time.ts'

/** A reader with little time and memory, its blobs, and the folder that it must leave empty. */
export type Brands = {
  readonly folder: string
  readonly blobs: Blobs
  readonly reader: BrandReader
  close(): Promise<void>
}

/** `reachable`: `host:port` of servers of the test. */
export const openBrands = async (
  reachable: readonly string[] = [],
  options: Partial<BrandReaderOptions> = {},
): Promise<Brands> => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-brands-'))
  const blobs = memoryBlobs()
  const fetcher = openFetcher({ egressAllow: reachable })
  const reader = openBrandReader({ logger: noLog, blobs, fetcher, folder, threads: 2, ...options })
  return {
    folder,
    blobs,
    reader,
    async close() {
      await reader.close()
      await fetcher.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Stores bytes, and gives the source that they are. */
export const sourceOf = async (
  { blobs }: Brands,
  kind: Exclude<BrandSource['kind'], 'url'>,
  bytes: Uint8Array | string,
): Promise<BrandSource> => ({ kind, blob: (await blobs.put(Buffer.from(bytes))).sha256 })

export const readBy = ({ reader }: Brands, sources: readonly BrandSource[]): Promise<BrandReading | BrandFault> =>
  inTime('a brand', reader.read(sources, { accountId: 'acme', signal: new AbortController().signal }))

/** Reads sources that must be readable. */
export const brandIn = async (brands: Brands, ...sources: readonly BrandSource[]): Promise<BrandReading> => {
  const read = await readBy(brands, sources)
  if (isBrandFault(read)) throw new Error(`${read.code}: ${read.detail}`)
  return read
}

/** What the reader has left on the disk. */
export const leftBy = ({ folder }: Brands): Promise<string[]> => readdir(folder)
