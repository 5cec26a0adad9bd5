import { Impossible } from './fault.ts'
import { growing, startsOf } from './numbers.ts'
import { wordsOf } from './words.ts'

/** Words of all products together, each counted once a column: five arrays of them take some 260 MB. */
const mostWords = 16_000_000
/** The length of a product's weights, so that their products are parts of `one`. */
const unit = 32_768

/** A column of texts: its cells by the number of the product. */
export type TextColumn = { readonly at: number; readonly priority: number }

/**
 * The weights of words in products, and which products have a word. Words are numbered from the rarest to the most frequent; a word of
 * one product only counts for the length of its weights and is left out.
 */
export type ContentIndex = {
  /** The words of a product and their weights: from `starts[product]` to `starts[product + 1]`, in the order of words. */
  readonly starts: Uint32Array
  readonly words: Uint32Array
  readonly weights: Uint16Array
  /** The products that have a word and their weights, in the order of products. */
  readonly ownerStarts: Uint32Array
  readonly owners: Uint32Array
  readonly ownerWeights: Uint16Array
  /** Of each word the largest weight; and the longest weights of any product. */
  readonly strongest: Uint16Array
  readonly longest: number
}

type Read = {
  readonly words: Uint32Array
  readonly counts: Uint32Array
  /** Of each word how many products have it, and the priority of its column. */
  readonly owners: readonly number[]
  readonly priorities: readonly number[]
}

/** The words of all products, numbered as they are met. */
const readWords = (
  products: number,
  cellsOf: (product: number) => readonly string[],
  columns: readonly TextColumn[],
): Read => {
  const tooMany = () => new Impossible('too-many-words', `The compared columns have more than ${mostWords} words.`)
  const words = growing(length => new Uint32Array(length), mostWords, tooMany)
  const counts = new Uint32Array(products)
  const owners: number[] = []
  const priorities: number[] = []
  const known = columns.map(() => new Map<string, number>())
  for (let product = 0; product < products; product++) {
    const cells = cellsOf(product)
    const before = words.length()
    for (const [n, { at, priority }] of columns.entries())
      for (const word of wordsOf(cells[at] ?? '')) {
        let number = known[n]!.get(word)
        if (number === undefined) {
          number = owners.push(0) - 1
          priorities.push(priority)
          known[n]!.set(word, number)
        }
        owners[number]!++
        words.push(number)
      }
    counts[product] = words.length() - before
  }
  return { words: words.all(), counts, owners, priorities }
}

/** The numbers of words from the rarest to the most frequent, by the number under which they were met. */
const byRarity = (owners: readonly number[]): Uint32Array => {
  const order = Uint32Array.from(owners.keys()).sort((a, b) => owners[a]! - owners[b]! || a - b)
  const numbers = new Uint32Array(order.length)
  for (let at = 0; at < order.length; at++) numbers[order[at]!] = at
  return numbers
}

/** Which products have a word, from which words a product has. */
const inverted = (starts: Uint32Array, words: Uint32Array, weights: Uint16Array, known: number) => {
  const counts = new Uint32Array(known)
  for (const word of words) counts[word]!++
  const ownerStarts = startsOf(counts)
  const next = ownerStarts.slice(0, known)
  const owners = new Uint32Array(words.length)
  const ownerWeights = new Uint16Array(words.length)
  const strongest = new Uint16Array(known)
  for (let product = 0; product < starts.length - 1; product++)
    for (let at = starts[product]!; at < starts[product + 1]!; at++) {
      const word = words[at]!
      const place = next[word]!++
      owners[place] = product
      ownerWeights[place] = weights[at]!
      strongest[word] = Math.max(strongest[word]!, weights[at]!)
    }
  return { ownerStarts, owners, ownerWeights, strongest }
}

/**
 * Reads the words of all products (ADR 0051). The weight of a word in a product is priority · ln(1 + products / products with the
 * word), divided by the length of all weights of the product, and rounded to one in 32,768.
 */
export const contentIndex = (
  products: number,
  cellsOf: (product: number) => readonly string[],
  columns: readonly TextColumn[],
): ContentIndex => {
  const { words, counts, owners, priorities } = readWords(products, cellsOf, columns)
  const numbers = byRarity(owners)
  const importance = new Float64Array(numbers.length)
  for (let met = 0; met < numbers.length; met++)
    importance[numbers[met]!] = priorities[met]! * Math.log(1 + products / owners[met]!)
  const alone = owners.reduce((sum, count) => sum + (count === 1 ? 1 : 0), 0)
  const starts = new Uint32Array(products + 1)
  const weights = new Uint16Array(words.length)
  let longest = 0
  let read = 0
  let written = 0
  for (let product = 0; product < products; product++) {
    const own = words.slice(read, read + counts[product]!)
    read += own.length
    for (let at = 0; at < own.length; at++) own[at] = numbers[own[at]!]!
    own.sort()
    let squares = 0
    for (const word of own) squares += importance[word]! ** 2
    let kept = 0
    for (const word of own) {
      const weight = Math.round((unit * importance[word]!) / Math.sqrt(squares))
      if (word < alone || weight === 0) continue
      // what was read is not needed any more
      words[written] = word
      weights[written++] = weight
      kept += weight ** 2
    }
    longest = Math.max(longest, Math.sqrt(kept))
    starts[product + 1] = written
  }
  const index = { starts, words: words.subarray(0, written), weights: weights.subarray(0, written) }
  return { ...index, ...inverted(index.starts, index.words, index.weights, numbers.length), longest }
}
