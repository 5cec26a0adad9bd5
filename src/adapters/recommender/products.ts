import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { mostProducts } from '../../domain/asset-sources/recommendation-config.ts'
import type { Row } from '../../engine/rows/frames.ts'
import { readRowFile } from '../row-files/read-row-file.ts'
import { Impossible } from './fault.ts'

/** The products of a source, numbered in the order of their keys. */
export type Products = {
  readonly columns: readonly string[]
  /** Sorted by UTF-16 units. */
  readonly keys: readonly string[]
  cellsOf(product: number): Row
  close(): void
}

type Line = { readonly key: string; readonly at: number; readonly length: number }

const newline = 0x0a

/** Copies the text of a row file to a file, and notes where the line of each product is: the first one of its key. */
const copyLines = async (
  texts: AsyncIterable<string>,
  file: number,
  keyAt: number,
): Promise<ReadonlyMap<string, Line>> => {
  const lines = new Map<string, Line>()
  let written = 0
  for await (const text of texts) {
    const bytes = Buffer.from(text)
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(newline, from)
      const row: Row = JSON.parse(bytes.toString('utf8', from, end))
      const key = row[keyAt] ?? ''
      if (key !== '' && !lines.has(key)) lines.set(key, { key, at: written + from, length: end - from })
      from = end + 1
    }
    written += bytes.length
    if (lines.size > mostProducts)
      throw new Impossible('too-many-rows', `The source has more than ${mostProducts} products.`)
  }
  return lines
}

/**
 * Opens the products of a row file. Their text is in a file at `scratch`, so that memory holds no more of them than keys and places.
 * Throws Impossible.
 */
export const openProducts = async (path: string, keyColumn: string, scratch: string): Promise<Products> => {
  const { columns, texts } = await readRowFile(path)
  const keyAt = columns.indexOf(keyColumn)
  if (keyAt < 0) throw new Impossible('columns-missing', `The source has no column ${keyColumn}, which has its keys.`)
  const file = openSync(scratch, 'wx+')
  try {
    const found = await copyLines(texts(), file, keyAt)
    const lines = [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
    return {
      columns,
      keys: lines.map(({ key }) => key),
      cellsOf(product) {
        const { at, length } = lines[product]!
        const bytes = Buffer.allocUnsafe(length)
        if (readSync(file, bytes, 0, length, at) !== length) throw new Error('the copy of the products ends too early')
        return JSON.parse(bytes.toString())
      },
      close: () => closeSync(file),
    }
  } catch (error) {
    closeSync(file)
    throw error
  }
}
