/** Characters of stored documents that events change together: parsed, and written again, they take many times as much. */
export const mostLoaded = 4_000_000

/** Documents that were asked for together have more characters than may be held. */
export class TooMuchAtOnce extends Error {
  override readonly name = 'TooMuchAtOnce'
  override readonly message = 'too many characters of documents at once'
}

/** Characters of documents together; deleted ones have none. */
export const charactersIn = (documents: Iterable<{ readonly json: string | undefined }>): number => {
  let characters = 0
  for (const { json } of documents) characters += json?.length ?? 0
  return characters
}

/** Characters of documents besides the largest, which must be held in any case: to take fewer events would only write it more often. */
export const besidesLargest = (documents: Iterable<{ readonly json: string | undefined }>): number => {
  let [characters, largest] = [0, 0]
  for (const { json } of documents) {
    const own = json?.length ?? 0
    characters += own
    largest = Math.max(largest, own)
  }
  return characters - largest
}
