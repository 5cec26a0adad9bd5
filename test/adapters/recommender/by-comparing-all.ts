import type { RecommendationConfig } from '../../../src/domain/asset-sources/recommendation-config.ts'

/** A row of products: its key first. A view: cookie, cookie group, key. */
export type Cells = readonly string[]
type Found = { readonly key: string; readonly score: number; readonly basis: string }
type Compared = (a: string, b: string) => number

const unit = 32_768
const one = 2 ** 30

const wordsOf = (cell: string): readonly string[] => [
  ...new Set(
    cell
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(word => word !== ''),
  ),
]
const numberOf = (cell: string): number => {
  const [first = ''] = cell.trim().split(/\s/)
  return /^-?\d+(\.\d+)?$/.test(first) ? Math.round(Number(first) * 10_000) : Number.NaN
}

/** The weights of the words of each product, as ADR 0051 defines them. */
const weightsOf = (products: ReadonlyMap<string, Cells>, columns: readonly string[], config: RecommendationConfig) => {
  const texts = (config.recommendationMap ?? []).filter(({ dataType }) => dataType === 'string')
  const words = new Map<string, Map<string, number>>()
  const owners = new Map<string, number>()
  for (const [key, cells] of products) {
    const own = new Map<string, number>()
    for (const { assetSourceColumn, priority = 1 } of texts)
      for (const word of wordsOf(cells[columns.indexOf(assetSourceColumn)] ?? '')) {
        const name = `${assetSourceColumn}\n${word}`
        own.set(name, priority)
        owners.set(name, (owners.get(name) ?? 0) + 1)
      }
    words.set(key, own)
  }
  return new Map(
    [...words].map(([key, own]) => {
      const weights = [...own].map(
        ([name, priority]) => [name, priority * Math.log(1 + products.size / owners.get(name)!)] as const,
      )
      const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight ** 2, 0))
      return [key, new Map(weights.map(([name, weight]) => [name, Math.round((unit * weight) / length)]))] as const
    }),
  )
}

const byContent = (
  products: ReadonlyMap<string, Cells>,
  columns: readonly string[],
  config: RecommendationConfig,
): Compared => {
  const weights = weightsOf(products, columns, config)
  const ranges = (config.recommendationMap ?? []).filter(({ dataType }) => dataType === 'numeric')
  const isComparable = (a: Cells, b: Cells): boolean =>
    ranges.every(({ assetSourceColumn, acceptedRange = 0 }) => {
      const at = columns.indexOf(assetSourceColumn)
      return Math.abs(numberOf(a[at] ?? '') - numberOf(b[at] ?? '')) <= acceptedRange * 10_000
    })
  return (a, b) => {
    if (!isComparable(products.get(a)!, products.get(b)!)) return 0
    let sum = 0
    for (const [name, weight] of weights.get(a)!) sum += weight * (weights.get(b)!.get(name) ?? 0)
    return sum
  }
}

const byViews = (
  products: ReadonlyMap<string, Cells>,
  views: readonly Cells[],
  { cookieGroup }: RecommendationConfig,
  mostOfVisitor: number,
): Compared => {
  const viewed = new Map<string, Set<string>>()
  for (const [cookie = '', group, key = ''] of views) {
    if (!products.has(key) || (cookieGroup !== undefined && group !== cookieGroup)) continue
    const own = viewed.get(cookie) ?? new Set()
    if (own.size < mostOfVisitor) own.add(key)
    viewed.set(cookie, own)
  }
  const viewersOf = (...keys: readonly string[]): number =>
    [...viewed.values()].filter(own => keys.every(key => own.has(key))).length
  return (a, b) => {
    const both = viewersOf(a, b)
    return both === 0 ? 0 : Math.round((one * both) / Math.sqrt(viewersOf(a) * viewersOf(b)))
  }
}

const bestFor = (key: string, keys: readonly string[], compared: Compared, most: number, basis: string) =>
  keys
    .filter(other => other !== key)
    .map((other): Found => ({ key: other, score: compared(key, other), basis }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, most)

/** The rows of a recommendation source, found by comparing every product with every other one. */
export const byComparingAll = (
  { columns, rows }: { readonly columns: readonly string[]; readonly rows: readonly Cells[] },
  views: readonly Cells[],
  config: RecommendationConfig,
  mostOfVisitor = 200,
): readonly Cells[] => {
  const products = new Map<string, Cells>()
  for (const row of rows) if (!products.has(row[0]!)) products.set(row[0]!, row)
  const keys = [...products.keys()].sort()
  const { type, maxRecommendations: most } = config
  const viewed = byViews(products, views, config, mostOfVisitor)
  const similar = byContent(products, columns, config)
  return keys.flatMap(key => {
    const first = type === 'content' ? [] : bestFor(key, keys, viewed, most, 'views')
    const others = keys.filter(other => !first.some(found => found.key === other))
    const then = type === 'collaborative' ? [] : bestFor(key, others, similar, most, 'content')
    return [...first, ...then]
      .slice(0, most)
      .map((found, place) => [
        key,
        String(place + 1),
        found.key,
        String(Math.min(1, Math.round((found.score / one) * 1e6) / 1e6)),
        found.basis,
        ...products.get(found.key)!,
      ])
  })
}
