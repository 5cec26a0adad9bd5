import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrandReader } from '../../src/adapters/brand/open-brand-reader.ts'
import { openFetcher } from '../../src/adapters/fetcher/guarded.ts'
import type { BrandProfile } from '../../src/domain/templates/brand.ts'
import { isBrandFault } from '../../src/ports/brand-reader.ts'
import { memoryBlobs } from '../../test/support/memory/fakes.ts'
import { servePage } from '../demo/templates.ts'

/** A brand with a product to show in its templates. `picture` is a file of `examples/brands/shops`. */
export type ExampleBrand = {
  readonly profile: BrandProfile
  readonly retailerName: string
  readonly picture: string
  readonly product: Readonly<Record<string, string>>
}
type Given = Omit<ExampleBrand, 'profile'> & { readonly page: string }

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error }
export const shops = fileURLToPath(new URL('../brands/shops/', import.meta.url))

const given: readonly Given[] = [
  {
    page: 'fernwood',
    retailerName: 'Fernwood',
    picture: 'plant.svg',
    product: { productName: 'Monstera in a clay pot', price: '£24.00', wasPrice: '£32.00', badge: '25% off' },
  },
  {
    page: 'stride',
    retailerName: 'Stride Lab',
    picture: 'shoe.svg',
    product: { productName: 'Longway 2 road running shoe', price: '€119,90', wasPrice: '€149,90', badge: 'New' },
  },
  {
    page: 'nordlys',
    retailerName: 'Nordlys',
    picture: 'lamp-scene.svg',
    product: { productName: 'Aften table lamp, brass and linen', price: '1.290 kr' },
  },
  {
    page: 'oat-ember',
    retailerName: 'Oat & Ember',
    picture: 'loaf.svg',
    product: { productName: 'Country sourdough, 900 g', price: '£5.80', badge: 'Baked today' },
  },
  {
    page: 'pulse',
    retailerName: 'Pulse',
    picture: 'headphones.svg',
    product: { productName: 'Pulse One wireless headphones', price: '$179', wasPrice: '$229', badge: 'Save $50' },
  },
  {
    page: 'solea',
    retailerName: 'Solea Botanica',
    picture: 'bottle.svg',
    product: { productName: 'Apricot kernel oil, 100 ml', price: '29,50 €' },
  },
]

/** The six brands of `examples/brands/shops`, read from their pages as Endcap reads them. Their pictures are in the blobs. */
export const readExampleBrands = async () => {
  const server = await servePage(shops)
  const own = await mkdtemp(join(tmpdir(), 'endcap-sheet-brands-'))
  const blobs = memoryBlobs()
  const fetcher = openFetcher({ egressAllow: [server.host] })
  const reader = openBrandReader({ logger: quiet, blobs, fetcher, folder: own })
  try {
    const brands: ExampleBrand[] = []
    for (const { page, ...rest } of given) {
      const signal = new AbortController().signal
      const source = { kind: 'url', url: `http://${server.host}/${page}.html` } as const
      const read = await reader.read([source], { accountId: 'examples', signal })
      if (isBrandFault(read)) throw new Error(read.detail)
      brands.push({ ...rest, profile: read.profile })
    }
    return { brands, blobs }
  } finally {
    await reader.close()
    await fetcher.close()
    server.stop()
    await rm(own, { recursive: true })
  }
}
