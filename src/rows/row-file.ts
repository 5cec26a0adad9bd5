import { LRUCache } from 'lru-cache'
import pMap from 'p-map'
import type { RowSet } from '../domain/asset-sources/row-set.ts'
import { keptBy } from '../engine/kept-by.ts'
import {
  type Directory,
  directoryBytesIn,
  type Frame,
  footerBytes,
  type Row,
  rowsIn,
  unpacked,
} from '../engine/rows/frames.ts'
import { BlobDamaged, type Blobs } from '../ports/blobs.ts'

/** A frame and its place: its first row, and its first byte in the file. */
export type Placed = Frame & { readonly first: number; readonly at: number }

/** The rows of a row set, read part by part. */
export type RowFile = {
  readonly columns: readonly string[]
  readonly rows: number
  readonly frames: readonly Placed[]
  /**
   * Rows from `from` on: at least one unless the file ends there, at most `limit`, and fewer where they are long, so that one read takes
   * at most `mostText` of text.
   */
  read(from: number, limit: number, mostText?: number): Promise<readonly Row[]>
  /** The rows of these numbers, in their order; undefined where the file has none. Each frame that holds some is read once. */
  pick(numbers: readonly number[]): Promise<readonly (Row | undefined)[]>
}

/** Frames that are read at a time: each is some hundred kilobytes of text. */
const framesAtOnce = 4

/** Bytes of one read, as text: a page of ordinary rows is far below it. */
const usualText = 8 * 1_048_576
/** Directories that are kept, by their frames: a million rows have some 4,000. Frames with the beginning of a key are larger. */
const keptFrames = 200_000
const sizeOf = (frames: readonly Placed[]): number =>
  Math.max(1, frames.length * (frames[0]?.from === undefined ? 1 : 4))
const directories = keptBy(() => new LRUCache<string, readonly Placed[]>({ maxSize: keptFrames }))

const rangeOf = async (blobs: Pick<Blobs, 'open'>, blob: string, start: number, bytes: number): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of await blobs.open(blob, { start, end: start + bytes - 1 })) parts.push(part)
  const read = Buffer.concat(parts)
  if (read.length !== bytes) throw new BlobDamaged(blob)
  return read
}

/** A directory has at most some 20 characters a frame and 256 a column. */
const mostDirectory = 64 * 1_048_576

const directoryOf = async (blobs: Pick<Blobs, 'open'>, { blob, bytes }: RowSet): Promise<readonly Placed[]> => {
  const footer = await rangeOf(blobs, blob, bytes - footerBytes, footerBytes)
  const length = directoryBytesIn(footer)
  if (length === undefined || length > bytes - footerBytes) throw new BlobDamaged(blob)
  const text = await unpacked(await rangeOf(blobs, blob, bytes - footerBytes - length, length), mostDirectory)
  let first = 0
  let at = 0
  return (JSON.parse(text) as Directory).frames.map(frame => {
    const placed = { first, at, ...frame }
    first += frame.rows
    at += frame.length
    return placed
  })
}

const framesOf = async (blobs: Pick<Blobs, 'open'>, set: RowSet): Promise<readonly Placed[]> => {
  const kept = directories(blobs)
  const known = kept.get(set.blob)
  if (known) return known
  const frames = await directoryOf(blobs, set)
  kept.set(set.blob, frames, { size: sizeOf(frames) })
  return frames
}

/** The number of the frame that holds a row. */
const frameWith = (frames: readonly Placed[], row: number): number => {
  let low = 0
  let high = frames.length
  while (low < high) {
    const middle = (low + high) >> 1
    const { first, rows } = frames[middle]!
    if (first + rows <= row) low = middle + 1
    else high = middle
  }
  return low
}

/** The frames that hold the rows, as far as their text fits; always the first one. */
const wanted = (frames: readonly Placed[], from: number, limit: number, mostText: number): readonly Placed[] => {
  const begin = frameWith(frames, from)
  let end = begin
  let text = 0
  while (end < frames.length && frames[end]!.first < from + limit) {
    text += frames[end]!.text
    if (end > begin && text > mostText) break
    end++
  }
  return frames.slice(begin, end)
}

/** Opens the rows of a load. Rejects with BlobMissing or BlobDamaged. */
export const openRows = async (blobs: Pick<Blobs, 'open'>, set: RowSet): Promise<RowFile> => {
  const frames = await framesOf(blobs, set)
  return {
    columns: set.columns,
    rows: set.rows,
    frames,
    async read(from, limit, mostText = usualText) {
      const parts = wanted(frames, from, limit, mostText)
      const [begin] = parts
      if (begin === undefined || limit === 0) return []
      const bytes = parts.reduce((sum, { length }) => sum + length, 0)
      const read = await rangeOf(blobs, set.blob, begin.at, bytes)
      const rows: Row[] = []
      for (const { first, at, length, text } of parts) {
        const lines = await unpacked(read.subarray(at - begin.at, at - begin.at + length), text)
        const skipped = Math.max(0, from - first)
        rows.push(...rowsIn(lines, skipped, from + limit - first - skipped))
      }
      return rows
    },
    async pick(numbers) {
      const byFrame = Map.groupBy(new Set(numbers), number => frames[frameWith(frames, number)])
      const rows = new Map<number, Row>()
      const pickFrom = async ([frame, wantedRows]: readonly [Placed | undefined, readonly number[]]): Promise<void> => {
        if (frame === undefined) return
        const { first, at, length, text } = frame
        const lines = await unpacked(await rangeOf(blobs, set.blob, at, length), text)
        for (const number of wantedRows) rows.set(number, rowsIn(lines, number - first, 1)[0]!)
      }
      await pMap(byFrame, pickFrom, { concurrency: framesAtOnce })
      return numbers.map(number => rows.get(number))
    },
  }
}
