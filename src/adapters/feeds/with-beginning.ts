/** Characters of a beginning. */
const enough = 262_144

/** The text with a copy of its beginning, which may be all of it. A reader that ends early ends the text. */
export const withBeginning = async (text: AsyncGenerator<string>) => {
  const parts: string[] = []
  let length = 0
  let isAllOfIt = false
  while (length < enough) {
    const next = await text.next()
    if (next.done) {
      isAllOfIt = true
      break
    }
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
  return { beginning: parts.join('').slice(0, enough), isAllOfIt, text: all() }
}
