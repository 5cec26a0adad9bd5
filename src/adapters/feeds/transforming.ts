import { count } from '../../domain/shared/wording.ts'
import type { RowFault } from '../../ports/feed-parser.ts'
import { byColumn, type Cells, type ColumnList, cellsOf, columnList } from './column-list.ts'
import type { CustomCode } from './custom-code.ts'
import type { FeedRow } from './feed.ts'
import { columnOf, valuesOf } from './flat.ts'
import { Unreadable } from './unreadable.ts'

/** A row with the number of the row of the feed that it comes from. */
type Numbered = { readonly row: number; readonly cells: Cells }

/** The fault of a row that has more or fewer cells than the header. */
const raggedness = (row: number, { line, tooMany, tooFew }: FeedRow): RowFault | undefined => {
  if (tooMany !== undefined) {
    const were = tooMany === 1 ? 'was' : 'were'
    const detail = `at line ${line} has ${count(tooMany, 'more cell')} than there are columns, which ${were} left out`
    return { row, code: 'too-many-cells', detail }
  }
  if (tooFew === undefined) return undefined
  const are = tooFew === 1 ? 'is' : 'are'
  const detail = `at line ${line} has ${count(tooFew, 'cell')} fewer than there are columns, which ${are} empty`
  return { row, code: 'too-few-cells', detail }
}

/** Rows as they are, or as custom code makes them: then with columns of their own. */
export const transforming = (
  columns: ColumnList,
  code: CustomCode | undefined,
  mostRows: number,
  faulty: (fault: RowFault) => void,
  see: (one: FeedRow) => void,
) => {
  const made = columnList()
  const placeOf = (path: string) => made.add(columnOf(path))
  let [row, rowsMade] = [0, 0]
  return {
    columns: code ? made : columns,
    /** Rows of the feed so far, and how many rows custom code has made of them. */
    counted: () => ({ read: row, made: code ? rowsMade : row }),
    *rows(part: Iterable<FeedRow>): Generator<Numbered> {
      for (const one of part) {
        const { cells } = one
        row++
        if (row > mostRows) throw new Unreadable('too-many-rows', `The feed has more than ${mostRows} rows.`)
        see(one)
        const fault = raggedness(row, one)
        if (fault) faulty(fault)
        if (code === undefined) {
          yield { row, cells }
          continue
        }
        const result = code.transform(byColumn(columns, cells))
        if ('fault' in result) faulty({ row, code: 'custom-code-failed', detail: result.fault })
        else
          for (const made of result.rows) {
            rowsMade++
            yield { row, cells: cellsOf(valuesOf(made), placeOf) }
          }
      }
    },
  }
}
