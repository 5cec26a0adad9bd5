import type Database from 'better-sqlite3'
import { bulk } from '../../sqlite/bulk.ts'
import { changeWatch } from '../../sqlite/open-file.ts'

/** The end of a stream. Revision -1, position 0: the stream does not exist. `id`: of its last event, if known. */
export type Head = { readonly revision: number; readonly position: number; readonly id: string | undefined }

const nowhere: Head = { revision: -1, position: 0, id: undefined }
const kept = 50_000

/**
 * Stream heads, cached between batches while no other process writes. Call `refresh` inside the write transaction,
 * `save` to write changed heads, and `forget` after a rollback.
 */
export const streamHeads = (db: Database.Database) => {
  const changed = changeWatch(db)
  const select = db.prepare<[string], [number, number]>('SELECT revision, position FROM stream WHERE stream = ?').raw()
  const last = db.prepare<[], number | null>('SELECT max(position) FROM event').pluck()
  const upsert = bulk(
    db,
    'INSERT INTO stream (stream, revision, position) VALUES',
    3,
    'ON CONFLICT (stream) DO UPDATE SET revision = excluded.revision, position = excluded.position',
  )
  const known = new Map<string, Head>()
  const moved = new Set<string>()
  let position = 0

  const get = (stream: string): Head => {
    const held = known.get(stream)
    if (held) return held
    const row = select.get(stream)
    const head = row ? { revision: row[0], position: row[1], id: undefined } : nowhere
    known.set(stream, head)
    return head
  }
  const forget = () => {
    known.clear()
    moved.clear()
    position = -1
  }
  const refresh = () => {
    if (changed() || known.size > kept) forget()
    if (position < 0) position = last.get() ?? 0
  }
  const advance = (stream: string, id: string): Head => {
    const head = { revision: get(stream).revision + 1, position: ++position, id }
    known.set(stream, head)
    moved.add(stream)
    return head
  }
  const save = () => {
    upsert([...moved].flatMap(stream => [stream, get(stream).revision, get(stream).position]))
    moved.clear()
  }
  /** Position of the last event. */
  const head = () => position
  return { get, advance, save, refresh, forget, head }
}
