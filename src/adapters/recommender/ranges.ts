import { decimals, numberOf } from './words.ts'

/** A column of numbers: products are comparable if theirs are at most `range` apart. */
export type NumberColumn = { readonly at: number; readonly range: number }

type Column = {
  readonly values: Float64Array
  readonly range: number
  /** Products with a number, from the smallest to the largest. */
  readonly order: Uint32Array
}

/** Products of an order, from `from` to before `to`. */
export type Stretch = { readonly order: Uint32Array; readonly from: number; readonly to: number }

const columnOf = (
  products: number,
  cellsOf: (product: number) => readonly string[],
  { at, range }: NumberColumn,
): Column => {
  const values = new Float64Array(products)
  for (let product = 0; product < products; product++) values[product] = numberOf(cellsOf(product)[at] ?? '')
  const order = Uint32Array.from(values.keys()).filter(product => !Number.isNaN(values[product]!))
  order.sort((a, b) => values[a]! - values[b]! || a - b)
  return { values, range: range * decimals, order }
}

/** The place of the first product whose number is at least `least` (`after`: is more than it). */
const placeOf = ({ values, order }: Column, least: number, after: boolean): number => {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >> 1
    const value = values[order[middle]!]!
    if (value < least || (after && value === least)) low = middle + 1
    else high = middle
  }
  return low
}

export type Ranges = ReturnType<typeof openRanges>

/** The numbers of products, and which products are comparable by them. A product that lacks a number is comparable with none. */
export const openRanges = (
  products: number,
  cellsOf: (product: number) => readonly string[],
  columns: readonly NumberColumn[],
) => {
  const own = columns.map(column => columnOf(products, cellsOf, column))
  return {
    areComparable(a: number, b: number): boolean {
      for (const { values, range } of own) if (!(Math.abs(values[a]! - values[b]!) <= range)) return false
      return true
    },
    /** All products that are comparable by one column, that which leaves the fewest; undefined without columns. */
    narrowest(product: number): Stretch | undefined {
      let found: Stretch | undefined
      for (const column of own) {
        const value = column.values[product]!
        const isNumber = !Number.isNaN(value)
        const from = isNumber ? placeOf(column, value - column.range, false) : 0
        const to = isNumber ? placeOf(column, value + column.range, true) : 0
        if (found === undefined || to - from < found.to - found.from) found = { order: column.order, from, to }
      }
      return found
    },
  }
}
