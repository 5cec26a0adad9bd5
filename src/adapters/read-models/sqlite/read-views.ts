import type Database from 'better-sqlite3'
import type { Query } from '../../../ports/read-models.ts'
import { DocumentUnreadable } from '../../../ports/store-away.ts'
import { codeOfFile, notJson } from '../../sqlite/file-fault.ts'
import { changeWatch } from '../../sqlite/open-file.ts'
import { reading } from '../../sqlite/transaction.ts'
import { type DocumentRow, emptyPage, finder, type OnUnreadable, type PackedPage } from './find.ts'
import { textSql } from './find-sql.ts'
import { type Generation, generations, keyOf, type ViewName } from './generations.ts'
import { addLike } from './like-function.ts'
import { tableOf } from './schema.ts'

const statementsOf = (db: Database.Database, id: number) => {
  const table = tableOf(id)
  return {
    get: db
      .prepare<[string], [id: string, json: string | null, position: number]>(
        `SELECT id, ${textSql}, position FROM ${table} WHERE id = ?`,
      )
      .raw(),
    after: db
      .prepare<[string, number], DocumentRow>(
        `SELECT id, json, position FROM ${table} WHERE id > ? ORDER BY id LIMIT ?`,
      )
      .raw(),
  }
}

/** What a read works on: the serving generation of its view. `unreadable` throws DocumentUnreadable. */
type Serving = {
  readonly generation: Generation
  readonly statements: ReturnType<typeof statementsOf>
  readonly unreadable: OnUnreadable
}

const raised = (error: unknown): never => {
  throw error
}

/**
 * Reads views on one connection. Each read first finds the serving generation on the same snapshot, unless nothing was
 * written since. A view that is not built has no documents; `refuseNotBuilt` throws instead, if it must have had some.
 */
export const viewReader = (db: Database.Database, refuseNotBuilt?: () => never) => {
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
  const on = <T>(view: ViewName, none: T, read: (on: Serving) => T): T =>
    snapshot(() => {
      refresh()
      const generation = serving.get(keyOf(view))
      if (!generation) return refuseNotBuilt?.() ?? none
      const known = statements.get(generation.id) ?? statementsOf(db, generation.id)
      statements.set(generation.id, known)
      const unreadable = (): never => {
        throw new DocumentUnreadable(view.name, generation.id)
      }
      try {
        return read({ generation, statements: known, unreadable })
      } catch (error) {
        // a criterion met a document that is not JSON
        return codeOfFile(error) === notJson ? unreadable() : raised(error)
      }
    })
  const got = ({ statements: { get }, unreadable }: Serving, id: string): DocumentRow | undefined => {
    const row = get.get(id)
    return row && [row[0], row[1] ?? unreadable(), row[2]]
  }

  return {
    get: (view: ViewName, id: string): DocumentRow | undefined => on(view, undefined, s => got(s, id)),
    getMany: (view: ViewName, ids: readonly string[]): readonly DocumentRow[] =>
      on(view, [], s => ids.map(id => got(s, id)).filter(row => row !== undefined)),
    find: (view: ViewName, query: Query): PackedPage =>
      on(view, emptyPage, ({ generation: { id, changed }, unreadable }) =>
        find(tableOf(id), changed, query, unreadable),
      ),
    checkpoint: (view: ViewName): bigint | undefined =>
      on(view, undefined, ({ generation }) => BigInt(generation.checkpoint)),
    /** Identifies the set of documents that serves under a name. */
    servingOf: (name: string): readonly number[] =>
      snapshot(() => {
        refresh()
        return Array.from(serving.values()).flatMap(g => (g.name === name ? [g.id] : []))
      }),
    /** Documents after `id` in id order, at most `limit`, whether or not they are JSON. */
    allPage: (view: ViewName, id: string, limit: number): readonly DocumentRow[] =>
      on(view, [], ({ statements: { after } }) => after.all(id, limit)),
  }
}
export type ViewReader = ReturnType<typeof viewReader>
