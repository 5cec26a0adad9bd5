import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { mostRunWarnings } from '../../domain/asset-sources/feed-events.ts'
import { feedLimits, mostFeedBytes } from '../../domain/asset-sources/feed-format.ts'
import {
  type Basis,
  type ComparedColumn,
  noViewsIn,
  type RecommendationConfig,
  recommendationColumnNames,
  usesContent,
  usesViews,
} from '../../domain/asset-sources/recommendation-config.ts'
import { mostColumns } from '../../domain/asset-sources/row-set.ts'
import type { Row } from '../../engine/rows/frames.ts'
import { rowFileOf } from '../../engine/rows/row-file-of.ts'
import type { ParsedFeed } from '../../ports/feed-parser.ts'
import type { RecommendationWork } from '../../ports/recommender.ts'
import { one, type Similar } from './best.ts'
import { openCoViews } from './co-views.ts'
import { contentIndex } from './content-index.ts'
import { contentSearch } from './content-search.ts'
import { Impossible } from './fault.ts'
import { openProducts, type Products } from './products.ts'
import { openRanges } from './ranges.ts'

type Recommended = Similar & { readonly basis: Basis }
type Finder = { similarTo(product: number): readonly Similar[] }
type Views = Finder & { readonly events: number }
const nothing: Finder = { similarTo: () => [] }
const noViews: Views = { ...nothing, events: 0 }
/** Warnings that the detail of a failure has. */
const mostInDetail = 3

const placeOf = ({ columns }: Products, { assetSourceColumn: name }: ComparedColumn): number => {
  const at = columns.indexOf(name)
  if (at < 0)
    throw new Impossible(
      'columns-missing',
      `The source has no column ${name} any more. Load rows that have it, or send a recommendationConfig without it.`,
    )
  return at
}

/** Finds products of similar contents. `warnings`: what people should know about columns of numbers. */
const openContent = (
  products: Products,
  config: RecommendationConfig,
): Finder & { readonly warnings: readonly string[] } => {
  const { recommendationMap = [], maxRecommendations } = config
  const texts = recommendationMap.filter(({ dataType }) => dataType === 'string')
  const numbers = recommendationMap.filter(({ dataType }) => dataType === 'numeric')
  const count = products.keys.length
  const index = contentIndex(
    count,
    products.cellsOf,
    texts.map(column => ({ at: placeOf(products, column), priority: column.priority ?? 1 })),
  )
  const ranges = openRanges(
    count,
    products.cellsOf,
    numbers.map(column => ({
      name: column.assetSourceColumn,
      at: placeOf(products, column),
      range: column.acceptedRange ?? 0,
    })),
  )
  return { ...contentSearch(index, ranges, maxRecommendations), warnings: ranges.warnings }
}

/** What is viewed together comes first; what has similar contents fills up to the most that is wanted (SOURCE-12). */
const recommendedTo = (product: number, views: Finder, content: Finder, most: number): readonly Recommended[] => {
  const viewed = views.similarTo(product).map(found => ({ ...found, basis: 'views' as const }))
  if (viewed.length === most) return viewed
  const taken = new Set(viewed.map(found => found.product))
  const filling = content.similarTo(product).filter(found => !taken.has(found.product))
  return [...viewed, ...filling.map(found => ({ ...found, basis: 'content' as const }))].slice(0, most)
}

/** A score as rows have it: a part of one, with six decimals at most. */
const shown = (found: number): string => String(Math.min(1, Math.round((found / one) * 1e6) / 1e6))

export type RecommendOptions = { readonly out: string; readonly onRows: (rows: number) => void }

/**
 * Computes the recommendations of all products into a row file, in the order of keys and ranks. Throws Impossible when the columns are
 * gone, when nothing can be recommended, and beyond the limits.
 */
export const recommend = async (
  { rows: path, keyColumn, views: viewsPath, config }: RecommendationWork,
  { out, onRows }: RecommendOptions,
): Promise<ParsedFeed> => {
  const products = await openProducts(path, keyColumn, `${out}.lines`)
  const { type, maxRecommendations, cookieGroup } = config
  const kept = products.columns.flatMap((column, at) => (recommendationColumnNames.includes(column) ? [] : [at]))
  const columns = [...recommendationColumnNames, ...kept.map(at => products.columns[at]!)]
  if (columns.length > mostColumns)
    throw new Impossible('too-many-columns', `The recommendations would have more than ${mostColumns} columns.`)
  const views: Views =
    usesViews(type) && viewsPath !== undefined
      ? await openCoViews(viewsPath, products.keys, cookieGroup, maxRecommendations)
      : noViews
  if (views.events === 0 && !usesContent(type)) throw new Impossible('no-views', noViewsIn(config))
  const content = usesContent(type) ? openContent(products, config) : { ...nothing, warnings: [] }
  function* rows(): Generator<Row> {
    let written = 0
    let characters = 0
    for (const [product, key] of products.keys.entries()) {
      const found = recommendedTo(product, views, content, maxRecommendations)
      for (const [place, other] of found.entries()) {
        const cells = products.cellsOf(other.product)
        const own = [key, String(place + 1), products.keys[other.product]!, shown(other.score), other.basis]
        const row = [...own, ...kept.map(at => cells[at] ?? '')]
        for (const cell of row) characters += cell.length
        yield row
        if (++written > feedLimits.mostRows)
          throw new Impossible('too-many-rows', `There would be more than ${feedLimits.mostRows} recommendations.`)
      }
      if (characters > mostFeedBytes)
        throw new Impossible('too-large', `The recommendations would have more than ${mostFeedBytes} characters.`)
      if (product % 100 === 0) onRows(written)
    }
    if (written === 0) {
      const details = ['No product of the source resembles another one.', ...content.warnings.slice(0, mostInDetail)]
      throw new Impossible('no-rows', details.join(' '))
    }
  }
  const written = { rows: 0, digest: '' }
  try {
    const file = rowFileOf(columns, rows(), written, { isSorted: true })
    await pipeline(Readable.from(file, { objectMode: false }), createWriteStream(out))
  } finally {
    products.close()
  }
  const warnings = content.warnings.slice(0, mostRunWarnings)
  return { file: out, set: { ...written, columns }, faults: [], faultyRows: 0, warnings }
}
