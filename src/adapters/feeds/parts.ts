/** Characters of a beginning. */
const enough = 262_144

/** The text with a copy of its beginning. A reader that ends early ends the text. */
export const withBeginning = async (text: AsyncGenerator<string>) => {
  const parts: string[] = []
  let length = 0
  while (length < enough) {
    const next = await text.next()
    if (next.done) break
    parts.push(next.value)
    length += next.value.length
  }
  async function* all(): AsyncGenerator<string> {
    try {
      yield* parts
      yield* text
    } finally {
      await text.return(undefined)
    }
  }
  return { beginning: parts.join('').slice(0, enough), text: all() }
}

/** Parts without the first row. A reader that ends early ends the parts. */
export async function* afterFirst<A>(
  first: readonly A[],
  others: AsyncGenerator<readonly A[]>,
): AsyncGenerator<readonly A[]> {
  try {
    yield first.slice(1)
    yield* others
  } finally {
    await others.return(undefined)
  }
}
