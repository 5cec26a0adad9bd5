import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrandReader } from '../../src/adapters/brand/open-brand-reader.ts'
import { openFetcher } from '../../src/adapters/fetcher/guarded.ts'
import type { BrandProfile } from '../../src/domain/templates/brand.ts'
import type { Blobs } from '../../src/ports/blobs.ts'
import { type BrandSource, isBrandFault } from '../../src/ports/brand-reader.ts'
import { serveExamples } from '../../test/support/brands/example.ts'
import { memoryBlobs } from '../../test/support/memory/fakes.ts'

/** A brand with a product to show in its templates. Pictures are files of `examples/spring-garden/images`. */
export type ExampleBrand = {
  readonly profile: BrandProfile
  /** The name of the retailer, for a source that does not say its own. */
  readonly retailerName: string
  readonly picture: string
  readonly product: Readonly<Record<string, string>>
}

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error }
const folder = new URL('../brands/', import.meta.url)

type Given = Omit<ExampleBrand, 'profile'> & { readonly source: (base: string, blobs: Blobs) => Promise<BrandSource> }
const stored =
  (kind: 'document' | 'pictures' | 'psd', name: string): Given['source'] =>
  async (_, blobs) => ({ kind, blob: (await blobs.put(await readFile(new URL(name, folder)))).sha256 })

const given: readonly Given[] = [
  {
    source: async base => ({ kind: 'url', url: `${base}/page/index.html` }),
    retailerName: 'Fernhollow Garden',
    picture: 'lantern.png',
    product: {
      productName: 'Hygge Garden Lantern with Candle',
      price: '£18.50',
      wasPrice: '£24.00',
      badge: 'Save 20%',
    },
  },
  {
    source: stored('document', 'guideline.pdf'),
    retailerName: 'Harbourlight Coffee',
    picture: 'terracotta-pot.png',
    product: { productName: 'Storage Pot for Beans', price: '$39.00', badge: 'New' },
  },
  {
    source: stored('psd', 'design.psd'),
    retailerName: 'Morrow & Rye',
    picture: 'raised-bed.png',
    product: { productName: 'Herb Box for the Kitchen', price: '£9.99', wasPrice: '£14.99', badge: 'New: herbs' },
  },
  {
    source: stored('pictures', 'pictures.zip'),
    retailerName: 'Knot & Tide',
    picture: 'pruning-shears.png',
    product: { productName: 'Rope Cutter, 21 cm', price: '34,00 €', wasPrice: '42,00 €', badge: '3 for 2' },
  },
]

/** The brands of `examples/brands`, read as Endcap reads them: a page, a PDF, a PSD and a ZIP of pictures. Their pictures are in the blobs. */
export const readExampleBrands = async () => {
  const server = await serveExamples()
  const own = await mkdtemp(join(tmpdir(), 'endcap-sheet-brands-'))
  const blobs = memoryBlobs()
  const fetcher = openFetcher({ egressAllow: [server.host] })
  const reader = openBrandReader({ logger: quiet, blobs, fetcher, folder: own })
  try {
    const brands: ExampleBrand[] = []
    for (const { source, ...rest } of given) {
      const signal = new AbortController().signal
      const read = await reader.read([await source(server.base, blobs)], { accountId: 'examples', signal })
      if (isBrandFault(read)) throw new Error(read.detail)
      brands.push({ ...rest, profile: read.profile })
    }
    return { brands, blobs }
  } finally {
    await reader.close()
    await fetcher.close()
    await server.close()
    await rm(own, { recursive: true })
  }
}
