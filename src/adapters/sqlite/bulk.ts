import type Database from 'better-sqlite3'

const rowsAtOnce = 16

/**
 * Prepares `<head> (?, …), (?, …) <tail>` for many rows. Most of the cost of an insert is the call into SQLite, so
 * sixteen rows at a time take a third less time than single ones. The values are flat, `columns` per row.
 */
export const bulk = (db: Database.Database, head: string, columns: number, tail = '') => {
  const row = `(${Array(columns).fill('?').join(',')})`
  const one = db.prepare(`${head} ${row} ${tail}`)
  const many = db.prepare(`${head} ${Array(rowsAtOnce).fill(row).join(',')} ${tail}`)
  return (values: readonly unknown[]): void => {
    const step = columns * rowsAtOnce
    let at = 0
    for (; at + step <= values.length; at += step) many.run(values.slice(at, at + step))
    for (; at < values.length; at += columns) one.run(values.slice(at, at + columns))
  }
}
