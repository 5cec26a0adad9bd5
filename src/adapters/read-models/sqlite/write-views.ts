import type Database from 'better-sqlite3'
import { TooMuchAtOnce } from '../../../engine/read/too-much-at-once.ts'
import type { Change } from '../../../ports/read-models.ts'
import { bulk } from '../../sqlite/bulk.ts'
import { tableOf } from './schema.ts'

const statementsOf = (db: Database.Database, table: string) => ({
  get: db.prepare<[string], string>(`SELECT json FROM ${table} WHERE id = ?`).pluck(),
  remove: db.prepare(`DELETE FROM ${table} WHERE id = ? AND position < ?`),
  upsert: bulk(
    db,
    `INSERT INTO ${table} (id, position, json) VALUES`,
    3,
    `ON CONFLICT (id) DO UPDATE SET position = excluded.position, json = excluded.json
     WHERE excluded.position > position`,
  ),
})

/** Values, and characters of documents, collected before a write: a build writes tens of thousands of documents. */
const atOnce = { values: 768, characters: 4_000_000 }

/**
 * Documents of generations on the writing connection. Deletions leave no tombstone: changes and checkpoint share a
 * transaction, so later changes with a position up to the checkpoint are known to be old and are skipped.
 */
export const documentsOf = (db: Database.Database) => {
  const known = new Map<number, ReturnType<typeof statementsOf>>()
  const of = (generation: number) => {
    const held = known.get(generation) ?? statementsOf(db, tableOf(generation))
    known.set(generation, held)
    return held
  }
  /** Throws TooMuchAtOnce as soon as the documents have more than `most` characters. */
  const load = (
    generation: number,
    ids: Iterable<string>,
    most = Number.POSITIVE_INFINITY,
  ): readonly { readonly id: string; readonly json: string }[] => {
    const { get } = of(generation)
    const found: { id: string; json: string }[] = []
    let characters = 0
    for (const id of ids) {
      const json = get.get(id)
      if (json === undefined) continue
      characters += json.length
      if (characters > most) throw new TooMuchAtOnce()
      found.push({ id, json })
    }
    return found
  }
  /** Loads documents, also of several generations, that have at most `most` characters together; throws TooMuchAtOnce beyond. */
  const loading = (most: number) => {
    let left = most
    return (generation: number, ids: Iterable<string>) => {
      const found = load(generation, ids, left)
      for (const { json } of found) left -= json.length
      return found
    }
  }
  /** Writes changes newer than `checkpoint`; call inside a write transaction. Returns whether there were any. */
  const write = (generation: number, changes: Iterable<Change>, checkpoint: number): boolean => {
    const { upsert, remove } = of(generation)
    let wrote = false
    let rows: unknown[] = []
    let characters = 0
    for (const { id, json, position } of changes) {
      const at = Number(position)
      if (at <= checkpoint) continue
      wrote = true
      if (json === undefined) {
        remove.run(id, at)
        continue
      }
      characters += json.length
      if (rows.push(id, at, json) >= atOnce.values || characters >= atOnce.characters) {
        upsert(rows)
        rows = []
        characters = 0
      }
    }
    upsert(rows)
    return wrote
  }
  return { load, loading, write }
}
export type Documents = ReturnType<typeof documentsOf>
