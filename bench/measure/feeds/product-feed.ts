import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export const feedFormats = ['csv', 'xml', 'json', 'ndjson'] as const
export type FeedFormatName = (typeof feedFormats)[number]

const pick = (of: readonly string[], n: number): string => of[n % of.length] ?? ''
const nouns = ['Pot', 'Planter', 'Vase', 'Lantern', 'Bench', 'Trellis', 'Watering Can', 'Rake', 'Hose', 'Gazebo']
const brands = ['Hartmann', 'Bjørk & Sønner', 'Verdelia', 'Öland Garden', 'Casa Piña', 'Thornbury', 'Nordlys']
const colours = ['terracotta', 'moss green', 'slate', 'cream', 'anthracite', 'copper', 'sky blue', 'oak']
const materials = ['clay', 'zinc', 'teak', 'steel', 'recycled plastic', 'stoneware']
const sizes = ['S', 'M', 'L', 'XL', '30 cm', '45 cm', '60 cm', '90 x 120 cm']

/** The hash of a number, so that neighbouring rows differ as those of a shop do. */
const mixed = (n: number): number => {
  let h = Math.imul(n ^ (n >>> 16), 0x45d9f3b)
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b)
  return (h ^ (h >>> 16)) >>> 0
}
const day = (h: number): string => `2026-0${1 + (h % 9)}-${10 + (h % 19)}T0${h % 10}:00:00Z`

/** A product by column: thirty columns, some 850 characters; the same for the same number. */
const product = (n: number): Readonly<Record<string, string>> => {
  const h = mixed(n + 1)
  const [noun, brand, colour] = [pick(nouns, h), pick(brands, h >>> 4), pick(colours, h >>> 7)]
  const [material, size] = [pick(materials, h >>> 10), pick(sizes, h >>> 13)]
  const cents = 499 + (h % 49_500)
  const slug = `${noun}-${n}`.toLowerCase().replaceAll(' ', '-')
  return {
    sku: `SKU-${String(n).padStart(8, '0')}`,
    title: `${brand} ${noun} "${colour}", ${size}`,
    description: `A ${colour} ${noun.toLowerCase()} made of ${material}, ${size}. Frost-proof, with a drain hole & a saucer; each one is thrown by hand, so no two are the same. ${h % 3 === 0 ? 'Ships within 2 days.\nAssembly < 10 min.' : 'Ships within a week.'}`,
    brand,
    price: `${(cents / 100).toFixed(2)}`,
    sale_price: h % 4 === 0 ? `${((cents * 0.8) / 100).toFixed(2)}` : '',
    currency: 'EUR',
    availability: h % 9 === 0 ? 'out of stock' : 'in stock',
    condition: 'new',
    gtin: String(4_000_000_000_000 + (h % 999_999_999)),
    mpn: `MPN-${h.toString(36).toUpperCase()}`,
    link: `https://shop.example.com/garden/${slug}?utm_source=feed&utm_medium=retail&id=${n}`,
    image_link: `https://images.example.com/products/${h % 1000}/${slug}-1200x1200.jpg`,
    additional_image_link: `https://images.example.com/products/${h % 1000}/${slug}-side.jpg`,
    product_type: `Garden > ${noun}s > ${material}`,
    google_product_category: 'Home & Garden > Lawn & Garden > Gardening',
    color: colour,
    size,
    material,
    pattern: h % 5 === 0 ? 'striped' : 'plain',
    gender: 'unisex',
    age_group: 'adult',
    item_group_id: `GRP-${Math.floor(n / 4)}`,
    shipping_weight: `${(h % 240) / 10} kg`,
    shipping_cost: `${h % 20}.90 EUR`,
    rating: `${1 + (h % 40) / 10}`,
    review_count: String(h % 2_500),
    stock: String(h % 800),
    custom_label_0: h % 6 === 0 ? 'clearance' : '',
    updated_at: day(h),
  }
}

export const productColumns = Object.keys(product(0))

const csvCell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Form = { readonly head: string; readonly foot: string; row(n: number): string }
const forms: Readonly<Record<FeedFormatName, Form>> = {
  csv: {
    head: `${productColumns.join(',')}\n`,
    foot: '',
    row: n => `${Object.values(product(n)).map(csvCell).join(',')}\n`,
  },
  xml: {
    head: '<?xml version="1.0" encoding="UTF-8"?>\n<products>\n',
    foot: '</products>\n',
    row: n => {
      const cells = Object.entries(product(n)).map(([name, text]) => `<${name}>${xmlText(text)}</${name}>`)
      return `<product>${cells.join('')}</product>\n`
    },
  },
  json: { head: '[\n', foot: '\n]\n', row: n => `${n === 0 ? '' : ',\n'}${JSON.stringify(product(n))}` },
  ndjson: { head: '', foot: '', row: n => `${JSON.stringify(product(n))}\n` },
}

/** Characters of a part, so that the generator is not what a feed waits for. */
const partLength = 262_144

function* partsOf({ head, foot, row }: Form, rows: number): Generator<string> {
  let part = head
  for (let n = 0; n < rows; n++) {
    part += row(n)
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  yield part + foot
}

/** Writes a product feed of so many rows, the same for the same arguments. */
export const writeProductFeed = (path: string, format: FeedFormatName, rows: number): Promise<void> =>
  pipeline(Readable.from(partsOf(forms[format], rows)), createWriteStream(path))
