import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

/** The cells of a row in the order of the columns; a missing value is an empty text. */
export type Row = readonly string[]

/**
 * A part of a row file: how many rows it holds, its bytes in the file, and those of its text. `from`, in a file that is sorted by its first
 * column: the beginning of the first cell, so that a key is found without reading other frames.
 */
export type Frame = { readonly rows: number; readonly length: number; readonly text: number; readonly from?: string }

/** Characters of a cell in `from`. */
export const fromCharacters = 128

/** The last part of a row file: its columns and frames, in order. */
export type Directory = { readonly columns: readonly string[]; readonly frames: readonly Frame[] }

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Bytes of a frame that are compressed in one go: enough for one that has some hundred ordinary rows. */
const packedAtOnce = 65_536

/** A text of rows, a JSON array each line, as a frame of a row file. The size is known before, so zstd takes a window that is no larger. */
export const packed = (text: Buffer): Promise<Buffer> =>
  compress(text, { chunkSize: packedAtOnce, pledgedSrcSize: text.length })

/** Bytes of a text that are decompressed in one go: a whole frame of ordinary rows. */
const unpackedAtOnce = 524_288

/** The text of a frame; rejects when it is longer than `mostBytes`, which only a damaged file is. */
export const unpacked = async (frame: Buffer, mostBytes: number): Promise<string> => {
  const maxOutputLength = Math.max(1, mostBytes)
  // with room for one byte more, zlib sees the end in its first piece
  const chunkSize = Math.max(64, Math.min(maxOutputLength + 1, unpackedAtOnce))
  return (await decompress(frame, { chunkSize, maxOutputLength })).toString()
}

/**
 * The rows of a frame's text from a place on, at most so many. The other lines are left as they are: of many long rows, taking them apart is
 * nearly all that it costs to read one.
 */
export const rowsIn = (text: string, from = 0, limit = Number.POSITIVE_INFINITY): readonly Row[] => {
  const begin = lineAt(text, 0, from)
  const end = limit === Number.POSITIVE_INFINITY ? text.length : lineAt(text, begin, limit)
  return JSON.parse(`[${text.slice(begin, end).replaceAll('\n', ',').slice(0, -1)}]`)
}

/** Where a text has passed so many more lines, each of which ends with a line break; its end if it has no more. */
const lineAt = (text: string, from: number, lines: number): number => {
  let at = from
  for (let passed = 0; passed < lines; passed++) {
    const end = text.indexOf('\n', at)
    if (end < 0) return text.length
    at = end + 1
  }
  return at
}

/** The end of a row file: eight letters that name the format, and the bytes of the directory before them. */
const format = 'EndcapR1'
export const footerBytes = format.length + 4

export const footerOf = (directoryBytes: number): Buffer => {
  const footer = Buffer.alloc(footerBytes)
  footer.writeUInt32LE(directoryBytes)
  footer.write(format, 4, 'latin1')
  return footer
}

/** The bytes of the directory, from the end of a file; undefined if it is no row file. */
export const directoryBytesIn = (footer: Buffer): number | undefined =>
  footer.length === footerBytes && footer.toString('latin1', 4) === format ? footer.readUInt32LE() : undefined
