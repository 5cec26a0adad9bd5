import type Database from 'better-sqlite3'

/** Whether a page of rows has a wrong one, and after what the next page begins; undefined: this was the last. */
export type PageChecked<Key> = { readonly isWrong: boolean; readonly next: Key | undefined }

/** What a log keeps beside its events, on one connection: the event before each one in its stream, and the ends of streams. */
export const linkReader = (db: Database.Database) => {
  const links = db
    .prepare<[number, number], [position: number, previous: number, revision: number, stream: string]>(
      'SELECT position, previous, revision, stream FROM event WHERE position > ? ORDER BY position LIMIT ?',
    )
    .raw()
  const ends = db
    .prepare<[string, number], [stream: string, revision: number, position: number]>(
      'SELECT stream, revision, position FROM stream WHERE stream > ? ORDER BY stream LIMIT ?',
    )
    .raw()
  type Counted<Key> = [last: Key | null, rows: number, wrong: number]
  const wrongLinks = db
    .prepare<[number, number], Counted<number>>(
      `SELECT max(e.position), count(*), total(NOT coalesce(
         e.revision = 0 AND e.previous = 0
         OR before.position < e.position AND before.stream = e.stream AND before.revision = e.revision - 1, 0))
       FROM (SELECT position, previous, revision, stream FROM event WHERE position > ? ORDER BY position LIMIT ?) AS e
       LEFT JOIN event AS before ON before.position = e.previous`,
    )
    .raw()
  const wrongEnds = db
    .prepare<[string, number], Counted<string>>(
      `SELECT max(s.stream), count(*), total(NOT coalesce(e.stream = s.stream AND e.revision = s.revision, 0))
       FROM (SELECT stream, revision, position FROM stream WHERE stream > ? ORDER BY stream LIMIT ?) AS s
       LEFT JOIN event AS e ON e.position = s.position`,
    )
    .raw()
  const isEveryEventCounted = db
    .prepare<[], number>(
      'SELECT (SELECT total(revision + 1) FROM stream) = (SELECT coalesce(max(position), 0) FROM event)',
    )
    .pluck()
  const checked = <Key>([last, rows, wrong]: Counted<Key> = [null, 0, 0], limit: number): PageChecked<Key> => ({
    isWrong: wrong > 0,
    next: last === null || rows < limit ? undefined : last,
  })
  return {
    /** How events are linked, in commit order after a position. */
    links: (position: number, limit: number) => links.all(position, limit),
    /** The table of the ends of streams, in order of their names. */
    ends: (stream: string, limit: number) => ends.all(stream, limit),
    /** Whether one of the events after a position does not name the one before it in its stream. */
    wrongLink: (position: number, limit: number) => checked(wrongLinks.get(position, limit), limit),
    /** Whether one of the ends of the streams after a name is no event with its revision. */
    wrongEnd: (stream: string, limit: number) => checked(wrongEnds.get(stream, limit), limit),
    /** Whether the ends account for all events: otherwise one is missing, or is not the last event of its stream. */
    hasAllEnds: (): boolean => isEveryEventCounted.get() === 1,
  }
}
