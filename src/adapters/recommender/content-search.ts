import { bestOf, type Similar } from './best.ts'
import type { ContentIndex } from './content-index.ts'
import type { Ranges } from './ranges.ts'

/** The sum of a product that is not comparable: no word brings it above zero. */
const never = -(2 ** 31)
/** Looking at a product by its words costs some hundred times what one place in a list of owners costs. */
const scanCost = 256

/**
 * Finds the products that are most similar by their words, among comparable ones (ADR 0051). Exact: owners of the rarest words are
 * collected first, until the rest of the words is worth less than the collected products have, so that nothing new can be among the best;
 * only the collected ones are then compared by all words.
 */
export const contentSearch = (index: ContentIndex, ranges: Ranges, most: number) => {
  const { starts, words, weights, ownerStarts, owners, ownerWeights, strongest, longest } = index
  const products = starts.length - 1
  const sums = new Int32Array(products)
  const touched = new Uint32Array(products)
  const asked = new Int32Array(strongest.length)
  const best = bestOf(most)
  const leading = bestOf(most)
  let count = 0

  /** What the words from each place of a product to its last one can add to any other product. */
  const restsOf = (from: number, to: number): Float64Array => {
    const rests = new Float64Array(to - from + 1)
    let bound = 0
    let squares = 0
    for (let at = to - 1; at >= from; at--) {
      bound += weights[at]! * strongest[words[at]!]!
      squares += weights[at]! ** 2
      rests[at - from] = Math.min(bound, Math.ceil(Math.sqrt(squares) * longest) + 1)
    }
    return rests
  }
  /** The least sum of those that are the best so far; 0 when there are not enough. */
  const least = (): number => {
    leading.clear()
    for (let n = 0; n < count; n++) {
      const sum = sums[touched[n]!]!
      if (sum > leading.threshold()) leading.offer(touched[n]!, sum)
    }
    return leading.threshold()
  }
  const collect = (product: number, at: number): void => {
    const word = words[at]!
    const weight = weights[at]!
    for (let place = ownerStarts[word]!; place < ownerStarts[word + 1]!; place++) {
      const owner = owners[place]!
      const sum = sums[owner]!
      if (sum !== 0) {
        sums[owner] = sum + weight * ownerWeights[place]!
        continue
      }
      touched[count++] = owner
      sums[owner] = owner !== product && ranges.areComparable(product, owner) ? weight * ownerWeights[place]! : never
    }
  }
  const sumOf = (product: number): number => {
    let sum = 0
    for (let at = starts[product]!; at < starts[product + 1]!; at++) sum += asked[words[at]!]! * weights[at]!
    return sum
  }
  const ask = (from: number, to: number, on: boolean): void => {
    for (let at = from; at < to; at++) asked[words[at]!] = on ? weights[at]! : 0
  }
  const byOwners = (product: number, from: number, to: number): void => {
    const rests = restsOf(from, to)
    let at = from
    for (; at < to; at++) {
      const length = ownerStarts[words[at]! + 1]! - ownerStarts[words[at]!]!
      // only worth a look when it costs less than the owners do
      if (count >= most && count <= 4 * length && rests[at - from]! < least()) break
      collect(product, at)
    }
    ask(at, to, true)
    const rest = rests[at - from]!
    for (let n = 0; n < count; n++) {
      const other = touched[n]!
      const sum = sums[other]!
      sums[other] = 0
      if (sum <= 0 || sum + rest < best.threshold()) continue
      best.offer(other, rest === 0 ? sum : sum + sumOf(other))
    }
    ask(at, to, false)
    count = 0
  }
  return {
    similarTo(product: number): readonly Similar[] {
      best.clear()
      const from = starts[product]!
      const to = starts[product + 1]!
      let places = 0
      for (let at = from; at < to; at++) places += ownerStarts[words[at]! + 1]! - ownerStarts[words[at]!]!
      const near = ranges.narrowest(product)
      if (near === undefined || (near.to - near.from) * scanCost > places) byOwners(product, from, to)
      else {
        ask(from, to, true)
        for (let n = near.from; n < near.to; n++) {
          const other = near.order[n]!
          if (other === product || !ranges.areComparable(product, other)) continue
          const sum = sumOf(other)
          if (sum > 0) best.offer(other, sum)
        }
        ask(from, to, false)
      }
      return best.list()
    },
  }
}
