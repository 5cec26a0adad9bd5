import { replacement } from './encodings.ts'
import type { Feed, FeedRow } from './feed.ts'
import { Unreadable } from './unreadable.ts'

/** The part of the rows that may have bytes that are not of the encoding. */
const mostAffected = 0.01

/** Counts rows with bytes that are not of the file's encoding, and refuses the file if they are too many. */
export const invalidBytes = ({ text, columns }: Feed) => {
  let affected = 0
  let firstColumn: string | undefined
  const isSeen = () => text.invalid().length > 0
  return {
    isSeen,
    see({ cells: { places, texts } }: FeedRow): void {
      if (!isSeen()) return
      const cell = texts.findIndex(one => one.includes(replacement))
      if (cell < 0) return
      affected++
      firstColumn ??= columns.names[places[cell]!]
    },
    /** What people should know, after so many rows. Throws Unreadable if too many were affected, or nothing could be read. */
    warnings(rows: number, isReadable: boolean): readonly string[] {
      const [first] = text.invalid()
      if (first === undefined) return []
      const encoding = text.encoding() ?? 'in the encoding of its XML declaration'
      const place = `line ${first.line}, column ${first.column}${firstColumn === undefined ? '' : ` (${firstColumn})`}`
      const isHeaderValid = !columns.names.some(name => name.includes(replacement))
      if (isReadable && isHeaderValid && affected <= rows * mostAffected)
        return [
          `Bytes that are not ${encoding} became ${replacement} in ${affected} of ${rows} rows, the first at ${place}.`,
        ]
      throw new Unreadable(
        'wrong-encoding',
        `The file is not ${encoding}: the bytes at ${place} are not valid in it. If the file is text, set characterEncoding to ${text.likely()}.`,
      )
    },
  }
}
