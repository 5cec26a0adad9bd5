import { mostViews } from '../../domain/asset-sources/source-views.ts'
import { readRowFile } from '../row-files/read-row-file.ts'
import { bestOf, one, type Similar } from './best.ts'
import { Impossible } from './fault.ts'
import { growing, startsOf } from './numbers.ts'

/** Different products that one visitor counts for: the first ones in the file. Nobody who shops looks at more; programs do. */
export const mostOfVisitor = 200

type Visits = { readonly visitors: Float64Array; readonly products: Uint32Array }

const tooMany = () => new Impossible('too-many-views', `There are more than ${mostViews} view events.`)

/** The view events of products that exist, of one cookie group or of all. */
const readVisits = async (path: string, keys: readonly string[], cookieGroup: string | undefined): Promise<Visits> => {
  const numbers = new Map(keys.map((key, product) => [key, product]))
  const visitors = growing(length => new Float64Array(length), mostViews, tooMany)
  const products = growing(length => new Uint32Array(length), mostViews, tooMany)
  const { rows } = await readRowFile(path)
  for await (const [visitor = '', group, key = ''] of rows()) {
    const product = numbers.get(key)
    if (product === undefined || (cookieGroup !== undefined && group !== cookieGroup)) continue
    visitors.push(Number(visitor))
    products.push(product)
  }
  return { visitors: visitors.all(), products: products.all() }
}

/** Numbers the visitors from 0, so that they can be places of lists. */
const placesOf = (visitors: Float64Array): { readonly places: Uint32Array; readonly known: number } => {
  const sorted = visitors.slice().sort()
  let known = 0
  for (const visitor of sorted) if (known === 0 || sorted[known - 1] !== visitor) sorted[known++] = visitor
  const places = new Uint32Array(visitors.length)
  for (let at = 0; at < visitors.length; at++) {
    let low = 0
    let high = known
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle]! < visitors[at]!) low = middle + 1
      else high = middle
    }
    places[at] = low
  }
  return { places, known }
}

type Lists = { readonly starts: Uint32Array; readonly items: Uint32Array }

/** Pairs of group and item as a list of items for each group, in the order of the pairs. */
const grouped = (groups: Uint32Array, items: Uint32Array, count: number): Lists => {
  const counts = new Uint32Array(count)
  for (const group of groups) counts[group]!++
  const starts = startsOf(counts)
  const next = starts.slice(0, count)
  const placed = new Uint32Array(items.length)
  for (let at = 0; at < items.length; at++) placed[next[groups[at]!]!++] = items[at]!
  return { starts, items: placed }
}

/** The lists with each item once, and at most `most` of them. */
const firstOfEach = ({ starts, items }: Lists, products: number, most: number): Lists => {
  const seenBy = new Int32Array(products).fill(-1)
  const short = new Uint32Array(starts.length)
  let written = 0
  for (let group = 0; group < starts.length - 1; group++) {
    for (let at = starts[group]!; at < starts[group + 1]!; at++) {
      const item = items[at]!
      if (seenBy[item] === group || written - short[group]! === most) continue
      seenBy[item] = group
      items[written++] = item
    }
    short[group + 1] = written
  }
  return { starts: short, items: items.subarray(0, written) }
}

/** For each item the groups that have it. */
const turned = ({ starts, items }: Lists, products: number): Lists => {
  const groups = new Uint32Array(items.length)
  for (let group = 0; group < starts.length - 1; group++) groups.fill(group, starts[group]!, starts[group + 1]!)
  return grouped(items, groups, products)
}

/**
 * Finds the products that were viewed by the same visitors (ADR 0051): visitors of both, divided by the root of the visitors of one times
 * those of the other.
 */
export const openCoViews = async (
  path: string,
  keys: readonly string[],
  cookieGroup: string | undefined,
  most: number,
) => {
  const { visitors, products } = await readVisits(path, keys, cookieGroup)
  const { places, known } = placesOf(visitors)
  const viewed = firstOfEach(grouped(places, products, known), keys.length, mostOfVisitor)
  const viewers = turned(viewed, keys.length)
  const viewersOf = (product: number): number => viewers.starts[product + 1]! - viewers.starts[product]!
  const together = new Uint32Array(keys.length)
  const touched = new Uint32Array(keys.length)
  const best = bestOf(most)
  return {
    /** View events of the products, of the cookie group. */
    events: products.length,
    similarTo(product: number): readonly Similar[] {
      best.clear()
      let count = 0
      for (let at = viewers.starts[product]!; at < viewers.starts[product + 1]!; at++) {
        const visitor = viewers.items[at]!
        for (let view = viewed.starts[visitor]!; view < viewed.starts[visitor + 1]!; view++) {
          const other = viewed.items[view]!
          if (together[other]!++ === 0) touched[count++] = other
        }
      }
      for (let n = 0; n < count; n++) {
        const other = touched[n]!
        const both = together[other]!
        together[other] = 0
        if (other === product) continue
        const score = Math.round((one * both) / Math.sqrt(viewersOf(product) * viewersOf(other)))
        if (score >= best.threshold()) best.offer(other, score)
      }
      return best.list()
    },
  }
}
