import type { MotionColumn } from '../domain/asset-sources/motion-events.ts'
import { columnsWithFilms } from '../domain/asset-sources/motion-faults.ts'
import type { Row } from '../engine/rows/frames.ts'
import type { BaseRows } from './base-rows.ts'
import type { Films } from './render-films.ts'

const keyOf = ({ columns, roles }: BaseRows): ((row: Row) => string) => {
  const at = columns.indexOf(roles.assetKeyColumn)
  return row => row[at] ?? ''
}

/** Which of these names are keys of rows. Reads all rows, one part at a time. */
export const keysAmong = async (
  base: BaseRows,
  names: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  const key = keyOf(base)
  const found = new Set<string>()
  for await (const row of base.rows()) {
    signal.throwIfAborted()
    if (names.has(key(row))) found.add(key(row))
  }
  return found
}

/** The rows whose creative has all of its films, in their order, with the paths of the films in the columns that `motion` names. */
export const rowsWithFilms = (
  base: BaseRows,
  motion: readonly MotionColumn[],
  films: ReadonlyMap<string, Films>,
): { readonly columns: readonly string[]; readonly rows: AsyncIterable<Row> } => {
  const key = keyOf(base)
  const columns = columnsWithFilms(base.columns, motion)
  const adUnitOf = new Map(motion.map(({ column, adUnitId }) => [column, adUnitId]))
  const adUnits = columns.map(column => adUnitOf.get(column))
  async function* rows() {
    for await (const row of base.rows()) {
      const own = films.get(key(row))
      if (own) yield adUnits.map((adUnit, i) => (adUnit === undefined ? row[i] : own.get(adUnit)) ?? '')
    }
  }
  return { columns, rows: rows() }
}
