import type Database from 'better-sqlite3'
import type { ViewRef } from '../../../ports/read-models.ts'
import { changeWatch } from '../../sqlite/open-file.ts'
import { tableOf } from './schema.ts'
import { stretchIndex, stretchSql } from './stretches.ts'
import { fieldSql } from './where.ts'

/** One set of a view's documents. `changed` grows with its documents, `beat` with the heartbeats of the process that builds it. */
export type Generation = {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly checkpoint: number
  readonly changed: number
  readonly owner: string | null
  readonly beat: number
}
/** The generation that readers use, and the one that is built beside it. */
export type Generations = { readonly serving?: Generation; readonly next?: Generation }
export type ViewName = Pick<ViewRef, 'name' | 'version'>

export const keyOf = (view: ViewName): string => `${view.name}/${view.version}`

const none: Generations = {}

/**
 * The table of generations, cached while no other process writes the file. Call `refresh` at the beginning of a write transaction,
 * everything that writes inside it, and `forget` after one that failed.
 */
export const generationTable = (db: Database.Database) => {
  const all = db.prepare<[], Generation & { serves: number | null }>(
    `SELECT g.*, s.generation = g.id AS serves
     FROM generation g LEFT JOIN serving s ON s.name = g.name AND s.version = g.version`,
  )
  const add = db.prepare('INSERT INTO generation (name, version) VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM generation WHERE id = ?')
  const unserve = db.prepare('DELETE FROM serving WHERE generation = ?')
  const serveRow = db.prepare('INSERT OR REPLACE INTO serving (name, version, generation) VALUES (?, ?, ?)')
  const move = db.prepare(
    'UPDATE generation SET checkpoint = ?, changed = changed + ? WHERE id IN (SELECT value FROM json_each(?))',
  )
  const lease = db.prepare('UPDATE generation SET owner = ?, beat = beat + 1 WHERE id = ?')
  const changedElsewhere = changeWatch(db)
  let kept: ReadonlyMap<string, Generations> | undefined
  /** The same by projection: to write a key for each view takes longer than a commit should. */
  const found = new Map<ViewName, Generations>()

  const forget = () => {
    kept = undefined
    found.clear()
  }
  const read = () => {
    const views = new Map<string, Generations>()
    for (const { serves, ...g } of all.all()) {
      const key = keyOf(g)
      views.set(key, { ...views.get(key), [serves === 1 ? 'serving' : 'next']: g })
    }
    return views
  }
  const of = (view: ViewName): Generations => {
    const known = found.get(view)
    if (known) return known
    kept ??= read()
    const generations = kept.get(keyOf(view)) ?? none
    found.set(view, generations)
    return generations
  }
  const drop = (id: number) => {
    unserve.run(id)
    remove.run(id)
    db.exec(`DROP TABLE ${tableOf(id)}`)
    forget()
  }
  return {
    of,
    forget,
    refresh: (): void => {
      if (changedElsewhere()) forget()
    },
    /** Drops the views of earlier versions that no process feeds or builds: those of a running older release stay near `head`. */
    dropOlder: (views: readonly ViewName[], unfedBefore: number): void => {
      const versions = new Map(views.map(({ name, version }) => [name, version]))
      for (const { id, name, version, owner, checkpoint } of all.all())
        if (version < (versions.get(name) ?? 0) && owner === null && checkpoint < unfedBefore) drop(id)
    },
    /** Creates an empty generation beside the serving one, unless one is being built; without indexes, which are built last. */
    create: (view: ViewName): void => {
      if (of(view).next) return
      const id = Number(add.run(view.name, view.version).lastInsertRowid)
      db.exec(`CREATE TABLE ${tableOf(id)} (id TEXT NOT NULL UNIQUE, position INTEGER NOT NULL, json TEXT NOT NULL)`)
      forget()
    },
    /** Builds the indexes of the next generation, and puts it in the place of the serving one. */
    serve: (view: ViewRef): void => {
      const { serving, next } = of(view)
      if (!next) return
      const table = tableOf(next.id)
      const index = (name: string, columns: readonly string[]) =>
        db.exec(`CREATE INDEX ${name} ON ${table} (${columns.join(', ')})`)
      view.indexes.forEach((field, i) => {
        index(`${table}_${i}`, [fieldSql(field), 'id'])
      })
      view.lists?.forEach(({ scope, sort, filters = [], inLogOrder }, i) => {
        if (inLogOrder) index(stretchIndex(table, i), [stretchSql, fieldSql(scope), 'position'])
        else index(`${table}_list_${i}`, [fieldSql(scope), fieldSql(sort), 'id', ...filters.map(fieldSql)])
      })
      serveRow.run(view.name, view.version, next.id)
      if (serving) drop(serving.id)
      forget()
    },
    /** Advances the checkpoints; `changed`: documents changed, so cached answers are dropped. */
    advance: (moved: readonly Generation[], checkpoint: number, changed: boolean): void => {
      if (moved.length === 0) return
      const by = changed ? 1 : 0
      move.run(checkpoint, by, JSON.stringify(moved.map(({ id }) => id)))
      for (const g of moved) Object.assign(g, { checkpoint, changed: g.changed + by })
    },
    /** Sets the builder and increases its heartbeat; null: none. */
    claim: ({ id }: Generation, owner: string | null): void => {
      lease.run(owner, id)
      forget()
    },
  }
}
export type GenerationTable = ReturnType<typeof generationTable>
