/** One in scores: they are whole numbers, so that sums are exact in whatever order they are made. */
export const one = 2 ** 30

/** A product that resembles another one; `score` is a part of `one`. */
export type Similar = { readonly product: number; readonly score: number }

/** Keeps the best of what is offered: by score, and among the same scores the smaller number, which is that of the smaller key. */
export const bestOf = (most: number) => {
  const products = new Int32Array(most)
  const scores = new Int32Array(most)
  let count = 0
  return {
    clear(): void {
      count = 0
    },
    /** A lower score is not kept any more; 0 as long as there is room. */
    threshold: (): number => (count === most ? scores[most - 1]! : 0),
    offer(product: number, score: number): void {
      let at = count
      while (at > 0 && (scores[at - 1]! < score || (scores[at - 1] === score && products[at - 1]! > product))) at--
      if (at === most) return
      const last = Math.min(count, most - 1)
      for (let to = last; to > at; to--) {
        products[to] = products[to - 1]!
        scores[to] = scores[to - 1]!
      }
      products[at] = product
      scores[at] = score
      count = last + 1
    },
    list: (): readonly Similar[] =>
      Array.from({ length: count }, (_, at) => ({ product: products[at]!, score: scores[at]! })),
  }
}
