import type { FeedConfig } from '../../domain/asset-sources/feed-format.ts'
import { freeNames } from './free-names.ts'

/** A cell of a header as the name of a column: a header of several lines, as spreadsheets write it, is one line. */
const nameOf = (cell: string): string =>
  cell
    .replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, 250)
    .toWellFormed()

/** The names of the columns under a header: never two of one name, and none that is empty. */
export const headerNames = (names: readonly string[]): readonly string[] => {
  const taken = new Set<string>()
  const freeName = freeNames(name => taken.has(name))
  return names.map((name, at) => {
    const own = freeName(nameOf(name) || `column_${at + 1}`)
    taken.add(own)
    return own
  })
}

/**
 * Where the columns of a configuration are under a header. Numbers count as long as the header fits them: each column is at its number, or the
 * header lacks its name, because it was renamed. Otherwise columns were inserted, moved or removed since, and only names count (ADR 0170).
 */
const configuredColumns = (
  csvColumns: Readonly<Record<string, number>>,
  names: readonly string[],
): ReadonlyMap<string, number> => {
  const configured = Object.entries(csvColumns)
  const places = new Map(names.map((name, at) => [name, at]))
  if (configured.every(([name, at]) => at < names.length && (places.get(name) ?? at) === at)) return new Map(configured)
  return new Map(
    configured.flatMap(([name]) => {
      const at = places.get(name)
      return at === undefined ? [] : [[name, at] as const]
    }),
  )
}

/** The columns of a CSV whose first row is this: number of the cell by name. */
export const csvColumnsOf = (
  first: readonly string[],
  hasHeader: boolean,
  { csvColumns }: FeedConfig,
): ReadonlyMap<string, number> => {
  const byName = csvColumns !== undefined && !Array.isArray(csvColumns)
  if (byName && !hasHeader) return new Map(Object.entries(csvColumns))
  const names = headerNames(hasHeader ? first : first.map((_, at) => `column_${at + 1}`))
  if (byName) return configuredColumns(csvColumns, names)
  return new Map(
    names.map((name, at) => [name, at] as const).filter(([, at]) => !csvColumns || csvColumns.includes(at)),
  )
}
