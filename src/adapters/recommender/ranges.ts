import { type AmountColumn, countAmounts, whyAmbiguous } from '../../domain/asset-sources/amount-column.ts'
import { count } from '../../domain/shared/wording.ts'

/** Numbers are compared to four decimals, so that what is written in tenths is compared as people expect. */
const decimals = 10_000

/** A column of numbers: products are comparable if theirs are at most `range` apart. */
export type NumberColumn = { readonly name: string; readonly at: number; readonly range: number }

type Column = {
  readonly values: Float64Array
  readonly range: number
  /** Products with a number, from the smallest to the largest. */
  readonly order: Uint32Array
  readonly says: AmountColumn
}

/** Products of an order, from `from` to before `to`. */
export type Stretch = { readonly order: Uint32Array; readonly from: number; readonly to: number }

const columnOf = (
  products: number,
  cellsOf: (product: number) => readonly string[],
  { at, range }: NumberColumn,
): Column => {
  const values = new Float64Array(products)
  // the marks of values that only the whole column makes clear
  const unclear = new Uint8Array(products)
  const counted = countAmounts()
  for (let product = 0; product < products; product++) {
    const amount = counted.add(cellsOf(product)[at] ?? '')
    values[product] = amount === undefined ? Number.NaN : Math.round(amount.value * decimals)
    unclear[product] = amount?.unclear?.charCodeAt(0) ?? 0
  }
  const says = counted.column()
  const mark = says.mark?.charCodeAt(0)
  for (let product = 0; product < products; product++)
    if (unclear[product] !== 0 && unclear[product] !== mark) values[product]! *= 1_000
  const order = Uint32Array.from(values.keys()).filter(product => !Number.isNaN(values[product]!))
  order.sort((a, b) => values[a]! - values[b]! || a - b)
  return { values, range: range * decimals, order, says }
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

/** What people of the account should know about a column; undefined if it is as it should be. */
const warningOf = (name: string, says: AmountColumn): string | undefined => {
  const ambiguous = whyAmbiguous(says)
  if (ambiguous) return `Column "${name}" does not count in the recommendations: ${ambiguous}`
  const { values, others, otherExample } = says
  const without = 'Products without a number in this column have no recommendations by content.'
  if (values === 0) return `Column "${name}" is empty. ${without}`
  return others === 0
    ? undefined
    : `Column "${name}": ${others} of ${count(values, 'value')} ${others === 1 ? 'is not a number' : 'are not numbers'}, such as "${otherExample}". ${without}`
}

/**
 * The numbers of products, and which products are comparable by them. A product that lacks a number is comparable with none. A column whose
 * decimal mark is ambiguous does not count. `warnings` has at most one sentence a column.
 */
export const openRanges = (
  products: number,
  cellsOf: (product: number) => readonly string[],
  columns: readonly NumberColumn[],
) => {
  const read = columns.map(column => columnOf(products, cellsOf, column))
  const own = read.filter(({ says }) => says.ambiguous === undefined)
  return {
    warnings: read.flatMap(({ says }, place) => warningOf(columns[place]!.name, says) ?? []),
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
