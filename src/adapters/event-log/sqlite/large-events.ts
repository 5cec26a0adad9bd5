import type Database from 'better-sqlite3'
import { type EventPlace, type EventRow, eventColumns } from './event-row.ts'

/** An event with more bytes of data is not read along with the other rows of a page. */
const largeBytes = 65_536

/** A column of an event, null if the event is large. Metadata is stored behind the data: to read it leads through all of them. */
export const unlessLarge = (column: string): string =>
  `CASE WHEN octet_length(data) > ${largeBytes} THEN NULL ELSE ${column} END`

/** An event whose texts were not read if it is large. */
export type BriefRow = [...EventPlace, data: string | null, metadata: string | null]

/** The columns of `BriefRow`, in its order. */
export const briefColumns = eventColumns.replace(/\b(data|metadata)\b/g, unlessLarge)

type Texts = readonly [data: string, metadata: string]

/** Reads the texts of a large event, for itself. */
export const textsReader = (db: Database.Database) => {
  const texts = db.prepare<[number], Texts>('SELECT data, metadata FROM event WHERE position = ?').raw()
  // no event leaves the log
  return (position: number): Texts => texts.get(position)!
}

/**
 * A page of rows that is full with `enough` characters of JSON. Events have up to eight megabytes: fifty of them, read by one query, would
 * take hundreds.
 */
export const pageOfRows = (textsAt: (position: number) => Texts, enough: number) => {
  const rows: EventRow[] = []
  let characters = 0
  const isFull = () => characters >= enough
  /** Adds a row with its texts; returns whether the page is full. */
  const add = (row: BriefRow): boolean => {
    if (row[6] === null) [row[6], row[7]] = textsAt(row[0])
    const whole = row as unknown as EventRow
    characters += whole[6].length + whole[7].length
    rows.push(whole)
    return isFull()
  }
  return { rows, add, isFull }
}
