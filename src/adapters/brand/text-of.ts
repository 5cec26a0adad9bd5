import { readFile } from 'node:fs/promises'

const labelOf = (bytes: Buffer, declared: string | undefined): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const named = declared ?? /charset\s?=\s?["']?([\w-]{2,20})/i.exec(bytes.toString('latin1', 0, 2_048))?.[1]
  return named ?? 'utf-8'
}

/** The text of bytes in the encoding that they, or the `charset` of their server, name; bytes that are none of it become U+FFFD. */
export const textOf = (bytes: Buffer, charset?: string): string => {
  const label = labelOf(bytes, charset)
  try {
    return new TextDecoder(label).decode(bytes)
  } catch (error) {
    // an encoding that nobody knows
    if (!(error instanceof RangeError)) throw error
    return new TextDecoder('utf-8').decode(bytes)
  }
}

/** The text of a file, at most `mostBytes` of it. */
export const textOfFile = async (path: string, mostBytes: number, charset?: string): Promise<string> =>
  textOf((await readFile(path)).subarray(0, mostBytes), charset)
