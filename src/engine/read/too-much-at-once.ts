/** Characters of stored documents that events change together: parsed, and written again, they take many times as much. */
export const mostLoaded = 4_000_000

/** Documents that were asked for together have more characters than may be held. */
export class TooMuchAtOnce extends Error {
  override readonly name = 'TooMuchAtOnce'
  override readonly message = 'too many characters of documents at once'
}
