import { mostCellBytes, mostColumns } from '../../domain/asset-sources/row-set.ts'
import type { Row } from '../../engine/rows/frames.ts'
import type { RowFault } from '../../ports/feed-parser.ts'
import { type Cells, type ColumnList, columnList } from './column-list.ts'
import { Unreadable } from './unreadable.ts'

/** Whether a cell is longer than cells may be. */
export const isTooLong = (cell: string): boolean =>
  cell.length > mostCellBytes || (cell.length > mostCellBytes / 4 && Buffer.byteLength(cell) > mostCellBytes)

/** The place of a column that is not wanted. */
const nowhere = -1

/** The columns of the rows that are written: the wanted ones in their order, else those of the rows as they appear. */
export const columnsOf = (wanted: readonly string[] | undefined) => {
  const columns = columnList(wanted)
  /** Wanted columns that no row has had. */
  const missing = new Set(wanted)
  /** Of the columns that rows come with. */
  const places: number[] = []
  const placeOf = (name: string): number => {
    missing.delete(name)
    const known = columns.placeOf(name)
    if (known !== undefined) return known
    if (wanted !== undefined) return nowhere
    if (columns.names.length === mostColumns)
      throw new Unreadable('too-many-columns', `The feed has more than ${mostColumns} columns.`)
    return columns.add(name)
  }
  return {
    columns: columns.names,
    missing,
    /** The cells of a row in the order of the columns, which may grow by it. Cells that are too long are left empty. */
    placed(
      { names }: ColumnList,
      { places: froms, texts }: Cells,
      row: number,
      faulty: (fault: RowFault) => void,
    ): Row {
      const own: string[] = []
      for (let n = 0; n < texts.length; n++) {
        const from = froms[n]!
        const cell = texts[n]!
        const at = places[from] ?? placeOf(names[from]!)
        places[from] = at
        if (at === nowhere) continue
        const isCut = isTooLong(cell)
        if (isCut)
          faulty({
            row,
            code: 'cell-too-large',
            detail: `${names[from]} has more than ${mostCellBytes} bytes, and was left empty`,
          })
        while (own.length < at) own.push('')
        own[at] = isCut ? '' : cell
      }
      return own
    },
  }
}
