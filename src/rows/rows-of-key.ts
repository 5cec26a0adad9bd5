import { fromCharacters, type Row } from '../engine/rows/frames.ts'
import type { Placed, RowFile } from './row-file.ts'

/** Whether the rows of a frame begin before a key. Only where the known beginning of a long cell does not say it, the frame is read. */
const beginsBefore = async (file: RowFile, { first, from }: Placed, key: string): Promise<boolean> => {
  if (from !== undefined && (from.length < fromCharacters || !key.startsWith(from))) return from < key
  const [row] = await file.read(first, 1)
  return (row?.[0] ?? '') < key
}

/** Characters of rows that are given: those of a key are few, but each may be long. */
const mostCharacters = 4_194_304

/**
 * The rows whose first cell is `key`, of a file that is sorted by it: one read of a frame or two, whatever the number of rows. Of rows that
 * have more than 4 MiB together, the first ones.
 */
export const rowsOfKey = async (file: RowFile, key: string): Promise<readonly Row[]> => {
  let low = 0
  let high = file.frames.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (await beginsBefore(file, file.frames[middle]!, key)) low = middle + 1
    else high = middle
  }
  const found: Row[] = []
  let characters = 0
  for (const { first, rows } of file.frames.slice(Math.max(0, low - 1))) {
    const read = await file.read(first, rows)
    for (const row of read) {
      if (row[0] !== key) continue
      for (const cell of row) characters += cell.length
      if (characters > mostCharacters && found.length > 0) return found
      found.push(row)
    }
    if ((read.at(-1)?.[0] ?? '') > key) break
  }
  return found
}
