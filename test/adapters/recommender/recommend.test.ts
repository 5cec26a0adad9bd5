import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Impossible } from '../../../src/adapters/recommender/fault.ts'
import { recommend } from '../../../src/adapters/recommender/recommend.ts'
import { readRowFile } from '../../../src/adapters/row-files/read-row-file.ts'
import type { RecommendationConfig } from '../../../src/domain/asset-sources/recommendation-config.ts'
import { rowFileOf } from '../../../src/engine/rows/row-file-of.ts'
import { byComparingAll, type Cells } from './by-comparing-all.ts'

type Context = { folder: string }
const test = suite<Context>('recommendations')
test.before(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-recommend-'))
})
test.after(({ folder }) => rm(folder, { recursive: true, force: true }))

const columns = ['sku', 'title', 'brand', 'price', 'stock']
const content: RecommendationConfig = {
  type: 'content',
  maxRecommendations: 3,
  recommendationMap: [
    { assetSourceColumn: 'title', dataType: 'string', priority: 5 },
    { assetSourceColumn: 'brand', dataType: 'string' },
  ],
}

let files = 0
const written = async ({ folder }: Context, names: readonly string[], rows: readonly Cells[]): Promise<string> => {
  const path = join(folder, `rows-${files++}`)
  const bytes = rowFileOf(names, rows, { rows: 0, digest: '' })
  await pipeline(Readable.from(bytes, { objectMode: false }), createWriteStream(path))
  return path
}

/** What a computation of the products of these prices warns of, or the message of its failure. */
const warned = async (context: Context, prices: readonly string[]): Promise<readonly string[] | string> => {
  const rows = prices.map((price, n): Cells => [`p${n}`, 'pot', '', price, ''])
  const recommendationMap = [
    ...content.recommendationMap!,
    { assetSourceColumn: 'price', dataType: 'numeric' as const, acceptedRange: 50 },
  ]
  const path = await written(context, columns, rows)
  const work = { rows: path, keyColumn: 'sku', config: { ...content, recommendationMap } }
  try {
    return (await recommend(work, { out: `${path}.out`, onRows: () => undefined })).warnings ?? []
  } catch (error) {
    if (error instanceof Impossible) return error.message
    throw error
  }
}

/** The recommended rows, or the code of what makes them impossible. `views`: visitor, cookie group, key. */
const recommended = async (
  context: Context,
  rows: readonly Cells[],
  config: RecommendationConfig,
  views: readonly Cells[] = [],
  names = columns,
): Promise<readonly Cells[] | string> => {
  const path = await written(context, names, rows)
  const viewsPath = await written(context, ['visitor', 'cookieGroup', 'key'], views)
  const out = `${path}.out`
  try {
    const work = { rows: path, views: viewsPath, keyColumn: 'sku', config }
    const made = await recommend(work, { out, onRows: () => undefined })
    const found = await Array.fromAsync((await readRowFile(out)).rows())
    assert.is(made.set.rows, found.length)
    return found
  } catch (error) {
    if (error instanceof Impossible) return error.code
    throw error
  }
}
const keysFor = (rows: readonly Cells[] | string, product: string): readonly string[] =>
  typeof rows === 'string' ? [rows] : rows.filter(([key]) => key === product).map(row => row[2]!)

const word = fc.constantFrom('red', 'Blue', 'pot', 'POT', 'lamp', 'ｐｏｔ', 'Öl', 'oak-wood', 'a', 'the')
const sentence = fc.array(word, { maxLength: 6 }).map(words => words.join(' '))
const number = fc.oneof(
  fc.integer({ min: -5, max: 40 }).map(String),
  fc.constantFrom('', 'many', '9.99 EUR', '10.10', '-3.5'),
)
const key = fc.integer({ min: 0, max: 30 }).map(n => `p${n}`)
const rows = fc.array(fc.tuple(key, sentence, sentence, number, number), { maxLength: 60 })
const views = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }).map(String), fc.constantFrom('web', 'app'), key), {
  maxLength: 120,
})
const config = fc.record({
  type: fc.constantFrom('content' as const, 'collaborative' as const, 'hybrid' as const),
  maxRecommendations: fc.integer({ min: 1, max: 8 }),
  cookieGroup: fc.constantFrom(undefined, 'web'),
  priorities: fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 10 })),
  range: fc.constantFrom(undefined, 0, 3, 10),
})

test('are those that comparing every product with every other one finds, whatever the data', context =>
  fc.assert(
    fc.asyncProperty(rows, views, config, async (products, viewed, { priorities, range, cookieGroup, ...chosen }) => {
      const numeric = range === undefined ? [] : ['price', 'stock']
      const own: RecommendationConfig = {
        ...chosen,
        ...(cookieGroup === undefined ? {} : { cookieGroup }),
        recommendationMap: [
          { assetSourceColumn: 'title', dataType: 'string', priority: priorities[0] },
          { assetSourceColumn: 'brand', dataType: 'string', priority: priorities[1] },
          ...numeric.map(assetSourceColumn => ({
            assetSourceColumn,
            dataType: 'numeric' as const,
            acceptedRange: range ?? 0,
          })),
        ],
      }
      const expected = byComparingAll({ columns, rows: products }, viewed, own)
      const keys = new Set(products.map(([key]) => key))
      const counts = viewed.some(([, group, key]) => keys.has(key) && (cookieGroup ?? group) === group)
      const none = own.type === 'collaborative' && !counts ? 'no-views' : 'no-rows'
      assert.equal(await recommended(context, products, own, viewed), expected.length === 0 ? none : expected)
    }),
    { numRuns: 300 },
  ))

test('of thousands of products with frequent words too, where most are never compared', async context => {
  const random = fc.sample(fc.array(fc.integer({ min: 0, max: 999_999 }), { minLength: 12, maxLength: 12 }), {
    numRuns: 1_500,
    seed: 7,
  })
  // rare and frequent words, as in texts: the frequent ones are in most products
  const words = (numbers: readonly number[]) => numbers.map(n => `w${Math.floor(3_000 ** (n / 1e6))}`).join(' ')
  const products = random.map((numbers, n): Cells => [`p${n}`, words(numbers), `b${n % 40}`, String(n % 100), ''])
  for (const range of [undefined, 2, 30]) {
    const numeric = { assetSourceColumn: 'price', dataType: 'numeric' as const, acceptedRange: range ?? 0 }
    const own = {
      ...content,
      recommendationMap: [...content.recommendationMap!, ...(range === undefined ? [] : [numeric])],
    }
    assert.equal(await recommended(context, products, own), byComparingAll({ columns, rows: products }, [], own))
  }
})

test('a cookie counts for its first 200 products, so that a program that views all of them decides nothing', async context => {
  const products = Array.from({ length: 300 }, (_, n): Cells => [`p${String(n).padStart(3, '0')}`, '', '', '', ''])
  const viewed = products.map(([sku = '']): Cells => ['1', '', sku])
  const found = await recommended(context, products, { type: 'collaborative', maxRecommendations: 50 }, viewed)
  assert.is(keysFor(found, 'p199').length, 50)
  assert.equal(keysFor(found, 'p200'), [])
})

test('frequent words count less than rare ones, and a priority more than its column', async context => {
  const products: readonly Cells[] = [
    ['a', 'garden terracotta', 'Acme', '', ''],
    ['b', 'garden blue', 'Bolt', '', ''],
    ['c', 'terracotta blue', 'Bolt', '', ''],
    ['d', 'garden green', 'Bolt', '', ''],
    ['e', 'chair', 'Acme', '', ''],
  ]
  assert.is(keysFor(await recommended(context, products, content), 'a')[0], 'c')
  const recommendationMap = [
    { assetSourceColumn: 'title', dataType: 'string' as const, priority: 1 },
    { assetSourceColumn: 'brand', dataType: 'string' as const, priority: 10 },
  ]
  assert.is(keysFor(await recommended(context, products, { ...content, recommendationMap }), 'a')[0], 'e')
})

test('a column of the source that is named as one of recommendations is left out, and one that is gone is said', async context => {
  const products: readonly Cells[] = [
    ['a', 'pot', 'x', '', ''],
    ['b', 'pot', 'y', '', ''],
  ]
  const names = ['sku', 'title', 'recommendationRank', 'price', 'brand']
  assert.equal(await recommended(context, products, content, [], names), [
    ['a', '1', 'b', '1', 'content', 'b', 'pot', '', ''],
    ['b', '1', 'a', '1', 'content', 'a', 'pot', '', ''],
  ])
  assert.is(
    await recommended(context, products, content, [], ['sku', 'name', 'brand', 'price', 'stock']),
    'columns-missing',
  )
  assert.is(await recommended(context, [], content), 'no-rows')
})

const ofPrices = (context: Context, prices: readonly string[]) =>
  recommended(
    context,
    prices.map((price, n): Cells => [`p${n}`, 'pot', '', price, '']),
    {
      ...content,
      recommendationMap: [
        ...content.recommendationMap!,
        { assetSourceColumn: 'price', dataType: 'numeric', acceptedRange: 50 },
      ],
    },
  )

test('a price without decimals is compared by the decimal mark of its column', async context => {
  const found = await ofPrices(context, ['1.299', '1.310,00 €', '1,50', '1 300'])
  assert.equal(keysFor(found, 'p0').toSorted(), ['p1', 'p3'])
  assert.equal(keysFor(found, 'p2'), [])
  const small = await ofPrices(context, ['1,299', '19.90', '1,310', '1300'])
  assert.equal(keysFor(small, 'p0').toSorted(), ['p2', 'p3'])
})

test('an ambiguous column excludes no product, and is named with what to do', async context => {
  const prices = ['1.299', '99.500']
  assert.equal(keysFor(await ofPrices(context, prices), 'p0'), ['p1'])
  assert.equal(await warned(context, prices), [
    'Column "price" does not count in the recommendations: "1.299" can mean 1299 or 1.299. Write prices with two decimals, or without grouping.',
  ])
})

test('values that are no number are counted, in the warnings of a computation and in why it failed', async context => {
  const without = 'Products without a number in this column have no recommendations by content.'
  const one = `Column "price": 1 of 3 values is not a number, such as "n/a". ${without}`
  assert.equal(await warned(context, ['1', '2', 'n/a', '']), [one])
  const none = 'No product of the source resembles another one.'
  const two = `Column "price": 2 of 2 values are not numbers, such as "on request". ${without}`
  assert.equal(await warned(context, ['on request', 'n/a']), `${none} ${two}`)
  assert.equal(await warned(context, ['', '']), `${none} Column "price" is empty. ${without}`)
  assert.equal(await warned(context, ['1', '2']), [])
})

test.run()
