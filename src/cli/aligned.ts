import stringWidth from 'string-width'
import { printable } from '../domain/shared/printable.ts'

/** Texts that take one column a character: most cells, and measuring them otherwise would cost more than everything else. */
const oneColumnEach = /^[ -~–]*$/

const widthOf = (cell: string): number => (oneColumnEach.test(cell) ? cell.length : stringWidth(cell))

/** Formats rows as a borderless table with aligned columns; what cells hold is printed in one line. */
export const aligned = (cells: readonly (readonly string[])[]): readonly string[] => {
  const rows = cells.map(row => row.map(cell => printable(cell)))
  const widths: number[] = []
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell))
  const padded = (cell: string, i: number) => cell + ' '.repeat((widths[i] ?? 0) - widthOf(cell))
  return rows.map(row => row.map(padded).join('  ').trimEnd())
}
