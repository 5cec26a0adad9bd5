import { mostCellBytes, mostColumns } from '../../domain/asset-sources/row-set.ts'
import type { Row } from '../../engine/rows/frames.ts'
import type { RowFault } from '../../ports/feed-parser.ts'
import { Unreadable } from './unreadable.ts'

type Cells = Readonly<Record<string, string>>

const isTooLong = (cell: string): boolean =>
  cell.length > mostCellBytes || (cell.length > mostCellBytes / 4 && Buffer.byteLength(cell) > mostCellBytes)

/** The columns of the rows that are written: the wanted ones in their order, else those of the rows as they appear. */
export const columnsOf = (wanted: readonly string[] | undefined) => {
  const columns = [...(wanted ?? [])]
  const places = new Map(columns.map((name, at) => [name, at]))
  /** Wanted columns that no row has had. */
  const missing = new Set(wanted)
  const placeOf = (name: string): number | undefined => {
    const known = places.get(name)
    if (known !== undefined) {
      if (missing.size > 0) missing.delete(name)
      return known
    }
    if (wanted !== undefined) return undefined
    if (columns.length === mostColumns)
      throw new Unreadable('too-many-columns', `The feed has more than ${mostColumns} columns.`)
    const at = columns.push(name) - 1
    places.set(name, at)
    return at
  }
  return {
    columns,
    missing,
    /** The cells of a row in the order of the columns, which may grow by it. Cells that are too long are left empty. */
    placed(cells: Cells, row: number, faulty: (fault: RowFault) => void): Row {
      const own: string[] = []
      for (const [name, cell] of Object.entries(cells)) {
        const at = placeOf(name)
        if (at === undefined) continue
        const isCut = isTooLong(cell)
        if (isCut)
          faulty({
            row,
            code: 'cell-too-large',
            detail: `${name} has more than ${mostCellBytes} bytes, and was left empty`,
          })
        own[at] = isCut ? '' : cell
      }
      return Array.from(own, cell => cell ?? '')
    },
  }
}
