import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { UserError } from '../user-error.ts'

/** A cell: a text, or a picture beside the CSV. */
export type Cell = { readonly text: string; readonly file?: string }
/** What a CSV has: its columns, those of pictures, and a creative for each row. */
export type Rows = {
  readonly columns: readonly string[]
  readonly pictures: ReadonlySet<string>
  readonly rows: readonly ReadonlyMap<string, Cell>[]
}

const mostRows = 10_000
const picture = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i
const isAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && picture.test(url.pathname)
}
const isInLibrary = (text: string): boolean => text.startsWith('asset:') && picture.test(text)
/** What a placeholder can name. */
const named = /^[^{}&#^/!>=\s][^{}]*$/

/** The file that a cell names beside the CSV; undefined: it is a text. */
const fileOf = async (folder: string, text: string): Promise<string | undefined> => {
  if (!picture.test(text) || isAddress(text) || text.includes('..')) return undefined
  const path = join(folder, text)
  const isFile = await stat(path).then(
    found => found.isFile(),
    () => false,
  )
  return isFile ? path : undefined
}

/** Reads a CSV with a header; throws a UserError that says what is wrong with it. */
export const readRows = async (path: string): Promise<Rows> => {
  const content = await readFile(path).catch(cause => {
    throw new UserError(`${path} cannot be read`, { cause })
  })
  let records: readonly Readonly<Record<string, string>>[]
  try {
    records = parse(content, {
      columns: true,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      delimiter: [',', ';', '\t'],
    })
  } catch (cause) {
    throw new UserError(`${path} is no CSV with a header: ${(cause as Error).message}`, { cause })
  }
  const columns = Object.keys(records[0] ?? {})
  if (records.length === 0) throw new UserError(`${path} has no rows below its header`)
  if (records.length > mostRows) throw new UserError(`${path} has more than ${mostRows} rows; use a product feed`)
  const wrong = columns.find(column => !named.test(column))
  if (wrong !== undefined)
    throw new UserError(`${path}: the column ${JSON.stringify(wrong)} cannot be a placeholder; rename it`)
  const pictures = new Set<string>()
  const rows: ReadonlyMap<string, Cell>[] = []
  for (const record of records) {
    const cells = new Map<string, Cell>()
    for (const column of columns) {
      const text = record[column] ?? ''
      const file = await fileOf(dirname(path), text)
      if (file !== undefined || isAddress(text) || isInLibrary(text)) pictures.add(column)
      cells.set(column, { text, ...(file === undefined ? {} : { file }) })
    }
    rows.push(cells)
  }
  return { columns, pictures, rows }
}
