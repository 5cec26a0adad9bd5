import { type Cells, cellsOf, columnList } from './column-list.ts'
import { columnOf, type Values } from './flat.ts'
import { freeNames } from './free-names.ts'

/** Columns for paths, as they appear: the configured names, else made of the path; never two of one name. */
export const pathColumns = (configured: Readonly<Record<string, string>> = {}) => {
  const columns = columnList(Object.keys(configured))
  const byPath = new Map(Object.values(configured).map((path, at) => [path, at]))
  const isConfigured = byPath.size > 0
  const freeName = freeNames(name => columns.placeOf(name) !== undefined)
  /** The place of a path's column. Undefined: the path is not among the configured ones. */
  const placeOf = (path: string): number | undefined => {
    const known = byPath.get(path)
    if (known !== undefined || isConfigured) return known
    const at = columns.add(freeName(columnOf(path)))
    byPath.set(path, at)
    return at
  }
  return {
    columns,
    /** The path of each column, as a configuration has it. */
    xpathMap: () => Object.fromEntries([...byPath].map(([path, at]) => [columns.names[at]!, path])),
    cells: (values: Values): Cells => cellsOf(values, placeOf),
  }
}
