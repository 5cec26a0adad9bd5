import Table, { type CharName } from 'cli-table3'
import stringWidth from 'string-width'
import { printable } from './printable.ts'

const borders: readonly CharName[] = [
  ...(['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'] as const),
  ...(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'] as const),
]
const chars = { ...Object.fromEntries(borders.map(name => [name, ''])), middle: '  ' }
const style = { 'padding-left': 0, 'padding-right': 0, head: [], border: [] }

/** Rows per table: the library's running time is quadratic in the number of rows. */
const rowsPerTable = 100

const widthsOf = (rows: readonly (readonly string[])[]): number[] => {
  const widths: number[] = []
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, stringWidth(cell))
  return widths
}

/** Formats rows as a borderless table with aligned columns; what cells hold is printed in one line. */
export const aligned = (cells: readonly (readonly string[])[]): readonly string[] => {
  const rows = cells.map(row => row.map(printable))
  const colWidths = widthsOf(rows)
  const lines: string[] = []
  for (let from = 0; from < rows.length; from += rowsPerTable) {
    const table = new Table({ chars, style, colWidths })
    for (const row of rows.slice(from, from + rowsPerTable)) table.push([...row])
    for (const line of table.toString().split('\n')) lines.push(line.trimEnd())
  }
  return lines
}
