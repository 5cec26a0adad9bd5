import Table, { type CharName } from 'cli-table3'
import stringWidth from 'string-width'

const borders: readonly CharName[] = [
  ...(['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'] as const),
  ...(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'] as const),
]
const chars = { ...Object.fromEntries(borders.map(name => [name, ''])), middle: '  ' }
const style = { 'padding-left': 0, 'padding-right': 0, head: [], border: [] }

/** Rows that are laid out at once: the library's time grows with the square of the rows of a table. */
const rowsAtOnce = 100

const widthsOf = (rows: readonly (readonly string[])[]): number[] => {
  const widths: number[] = []
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, stringWidth(cell))
  return widths
}

/** Rows of cells as lines with aligned columns: a table without borders. */
export const aligned = (rows: readonly (readonly string[])[]): readonly string[] => {
  const colWidths = widthsOf(rows)
  const lines: string[] = []
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const table = new Table({ chars, style, colWidths })
    for (const row of rows.slice(from, from + rowsAtOnce)) table.push([...row])
    for (const line of table.toString().split('\n')) lines.push(line.trimEnd())
  }
  return lines
}
