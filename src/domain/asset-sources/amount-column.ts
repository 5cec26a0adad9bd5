import { cut } from '../shared/cut.ts'
import { type Amount, amountOf, type DecimalMark } from './amount.ts'

/** A mark is that of a column if so many times as many values show it as show the other one: a slip or two decide nothing. */
const outweighs = 10
/** Characters of an example. */
const mostExample = 40

/** What the values of a column say together. Empty values count nowhere. */
export type AmountColumn = {
  /** Values that are not empty. */
  readonly values: number
  /** Those that are no amount, and the first of them. */
  readonly others: number
  readonly otherExample?: string
  /** The decimal mark of the column; undefined if no value shows one, or both are shown. */
  readonly mark?: DecimalMark
  /** The first value that can only be read with a mark, if the column has none: `1.299` may be 1299 or 1.299. */
  readonly ambiguous?: { readonly example: string; readonly amount: Amount }
}

const shown = (value: string): string => cut(value.trim(), mostExample).replace(/\s+/g, ' ')

/** Counts what the values of a column say, without keeping them: all of them decide which mark its decimals have. */
export const countAmounts = () => {
  let values = 0
  let others = 0
  let otherExample: string | undefined
  let unclear: AmountColumn['ambiguous']
  const shows = { '.': 0, ',': 0 }
  return {
    /** Counts a value; answers what it says. */
    add(text: string): Amount | undefined {
      const amount = amountOf(text)
      if (amount === undefined && text.trim() === '') return undefined
      values++
      if (amount === undefined) {
        others++
        otherExample ??= shown(text)
      } else if (amount.shows) shows[amount.shows]++
      else if (amount.unclear) unclear ??= { example: shown(text), amount }
      return amount
    },
    /** What the values so far say together. */
    column(): AmountColumn {
      const [mark, less] = shows['.'] > shows[','] ? (['.', ','] as const) : ([',', '.'] as const)
      const isDecided = shows[mark] > 0 && shows[mark] >= outweighs * shows[less]
      return {
        values,
        others,
        ...(otherExample === undefined ? {} : { otherExample }),
        ...(isDecided ? { mark } : unclear && { ambiguous: unclear }),
      }
    },
  }
}

/** What is ambiguous about a column and what to do, as the end of a sentence that names it; undefined if nothing is. */
export const whyAmbiguous = ({ ambiguous }: AmountColumn): string | undefined => {
  if (ambiguous === undefined) return undefined
  const { example, amount } = ambiguous
  const readings = `${Math.round(amount.value * 1_000)} or ${amount.value}`
  return `"${example}" can mean ${readings}. Write prices with two decimals, or without grouping.`
}
