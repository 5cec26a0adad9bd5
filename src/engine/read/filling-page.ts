/** How many documents of views, or events, are held together, and how many characters: a document may have eight million (ADR 0128). */
export const mostTogether = { count: 500, characters: 4_000_000 } as const

/** Collects what is held together. `add` returns whether the page is full with it. */
export const fillingPage = <One>() => {
  const page: One[] = []
  let characters = 0
  return {
    page,
    add(one: One, size: number): boolean {
      characters += size
      return page.push(one) >= mostTogether.count || characters >= mostTogether.characters
    },
  }
}

/** Whether a page ended because it was full, so that there may be more, by the sizes of what it holds. */
export const wasFull = (sizes: readonly number[]): boolean => {
  const { add } = fillingPage<number>()
  return sizes.some(size => add(size, size))
}
