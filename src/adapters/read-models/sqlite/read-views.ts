import type Database from 'better-sqlite3'
import type { Query } from '../../../ports/read-models.ts'
import { changeWatch } from '../../sqlite/open-file.ts'
import { reading } from '../../sqlite/transaction.ts'
import { type DocumentRow, emptyPage, finder, type PackedPage } from './find.ts'
import { type Generation, generations, keyOf, type ViewName } from './generations.ts'
import { addLike } from './like-function.ts'
import { tableOf } from './schema.ts'

const statementsOf = (db: Database.Database, id: number) => {
  const table = tableOf(id)
  return {
    get: db.prepare<[string], DocumentRow>(`SELECT id, json, position FROM ${table} WHERE id = ?`).raw(),
    after: db
      .prepare<[string, number], DocumentRow>(
        `SELECT id, json, position FROM ${table} WHERE id > ? ORDER BY id LIMIT ?`,
      )
      .raw(),
  }
}

/**
 * Reads views on one connection. Each read first finds the serving generation on the same snapshot, unless nothing was
 * written since. A view that is not built has no documents.
 */
export const viewReader = (db: Database.Database) => {
  addLike(db)
  const snapshot = reading(db)
  const changed = changeWatch(db)
  const table = generations(db)
  const find = finder(db)
  const statements = new Map<number, ReturnType<typeof statementsOf>>()
  let serving = new Map<string, Generation>()

  const refresh = () => {
    if (!changed()) return
    serving = new Map(
      table
        .list()
        .filter(g => g.serving)
        .map(g => [keyOf(g), g]),
    )
    const ids = new Set(Array.from(serving.values(), g => g.id))
    for (const id of statements.keys()) if (!ids.has(id)) statements.delete(id)
  }
  const on = <T>(view: ViewName, none: T, read: (g: Generation, s: ReturnType<typeof statementsOf>) => T): T =>
    snapshot(() => {
      refresh()
      const generation = serving.get(keyOf(view))
      if (!generation) return none
      const known = statements.get(generation.id) ?? statementsOf(db, generation.id)
      statements.set(generation.id, known)
      return read(generation, known)
    })

  return {
    get: (view: ViewName, id: string): DocumentRow | undefined => on(view, undefined, (_, s) => s.get.get(id)),
    getMany: (view: ViewName, ids: readonly string[]): readonly DocumentRow[] =>
      on(view, [], (_, s) => ids.map(id => s.get.get(id)).filter(row => row !== undefined)),
    find: (view: ViewName, query: Query): PackedPage => on(view, emptyPage, g => find(tableOf(g.id), g.changed, query)),
    checkpoint: (view: ViewName): bigint | undefined => on(view, undefined, g => BigInt(g.checkpoint)),
    /** Documents after `id` in id order, at most `limit`. */
    allPage: (view: ViewName, id: string, limit: number): readonly DocumentRow[] =>
      on(view, [], (_, s) => s.after.all(id, limit)),
  }
}
export type ViewReader = ReturnType<typeof viewReader>
