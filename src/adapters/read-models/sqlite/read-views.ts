import type Database from 'better-sqlite3'
import { fillingPage, mostTogether } from '../../../engine/read/filling-page.ts'
import type { ListedBy, Query } from '../../../ports/read-models.ts'
import { DocumentUnreadable } from '../../../ports/store-away.ts'
import { codeOfFile, notJson } from '../../sqlite/file-fault.ts'
import { changeWatch } from '../../sqlite/open-file.ts'
import { reading } from '../../sqlite/transaction.ts'
import { type DocumentRow, emptyPage, finder, type OnUnreadable, type PackedPage } from './find.ts'
import { textSql } from './find-sql.ts'
import { keyOf, type ViewName } from './generations.ts'
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

/** The serving generation of a view: its id, how often its documents changed, and its checkpoint. */
type ServingRow = readonly [id: number, changed: number, checkpoint: number]
/** What a read works on: the serving generation of its view. `unreadable` throws DocumentUnreadable. */
type Serving = {
  readonly generation: ServingRow
  readonly statements: ReturnType<typeof statementsOf>
  readonly unreadable: OnUnreadable
}

const pageOf = (rows: Iterable<DocumentRow>): readonly DocumentRow[] => {
  const { page, add } = fillingPage<DocumentRow>()
  for (const row of rows) if (add(row, row[1].length)) break
  return page
}

const raised = (error: unknown): never => {
  throw error
}

/** Finds the serving generation of a view. */
const servingRow = (db: Database.Database) => {
  const row = db
    .prepare<[string, number], ServingRow>(
      `SELECT g.id, g.changed, g.checkpoint FROM serving s JOIN generation g ON g.id = s.generation
       WHERE s.name = ? AND s.version = ?`,
    )
    .raw()
  return ({ name, version }: ViewName): ServingRow | undefined => row.get(name, version)
}

/**
 * Tells by a text when documents of a view may have changed: the number of its generation, and of its changes; undefined: the view is
 * not built. `refresh` looks for commits of other connections; a mark is read anew only after one.
 */
export const markReader = (db: Database.Database) => {
  const servingOf = servingRow(db)
  const changed = changeWatch(db)
  const marks = new Map<string, string | undefined>()
  return {
    refresh: (): void => {
      if (changed()) marks.clear()
    },
    of: (view: ViewName): string | undefined => {
      const key = keyOf(view)
      if (!marks.has(key)) {
        const row = servingOf(view)
        marks.set(key, row && `${row[0]}@${row[1]}`)
      }
      return marks.get(key)
    },
  }
}

/**
 * Reads views on one connection. Each read first finds the serving generation on the same snapshot. A view that is not built
 * has no documents; `refuseNotBuilt` throws instead, if it must have had some.
 */
export const viewReader = (db: Database.Database, refuseNotBuilt?: () => never) => {
  addLike(db)
  const snapshot = reading(db)
  const servingOf = servingRow(db)
  const idsOf = db.prepare<[string], number>('SELECT generation FROM serving WHERE name = ?').pluck()
  const find = finder(db)
  const prepared = new Map<string, { readonly id: number; readonly statements: ReturnType<typeof statementsOf> }>()

  /** The statements on the documents of a view, until another generation serves. */
  const preparedFor = (view: ViewName, id: number): ReturnType<typeof statementsOf> => {
    const key = keyOf(view)
    const known = prepared.get(key)
    if (known?.id === id) return known.statements
    const statements = statementsOf(db, id)
    prepared.set(key, { id, statements })
    return statements
  }
  const on = <T>(view: ViewName, none: T, read: (on: Serving) => T): T =>
    snapshot(() => {
      const generation = servingOf(view)
      if (!generation) return refuseNotBuilt?.() ?? none
      const [id] = generation
      const unreadable = (): never => {
        throw new DocumentUnreadable(view.name, id)
      }
      try {
        return read({ generation, statements: preparedFor(view, id), unreadable })
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
    /** `lists`: those of the view, if one may be indexed by stretches of the log. */
    find: (view: ViewName & { readonly lists?: readonly ListedBy[] }, query: Query): PackedPage =>
      on(view, emptyPage, ({ generation: [id, changed, checkpoint], unreadable }) =>
        find({ table: tableOf(id), changed, checkpoint, lists: view.lists ?? [] }, query, unreadable),
      ),
    checkpoint: (view: ViewName): bigint | undefined =>
      on(view, undefined, ({ generation: [, , checkpoint] }) => BigInt(checkpoint)),
    /** Identifies the set of documents that serves under a name. */
    servingOf: (name: string): readonly number[] => idsOf.all(name),
    /** Documents after `id` in id order, as many as are held together, whether or not they are JSON; none: these were all. */
    allPage: (view: ViewName, id: string): readonly DocumentRow[] =>
      on(view, [], ({ statements: { after } }) => pageOf(after.iterate(id, mostTogether.count))),
  }
}
export type ViewReader = ReturnType<typeof viewReader>
