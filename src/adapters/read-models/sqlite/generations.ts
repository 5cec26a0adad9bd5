import type Database from 'better-sqlite3'
import type { ViewRef } from '../../../ports/read-models.ts'
import { changeWatch } from '../../sqlite/open-file.ts'
import { tableOf } from './schema.ts'
import { stretchIndex, stretchSql } from './stretches.ts'
import { fieldSql } from './where.ts'

/** One set of a view's documents. `serving`: readers use this one. */
export type Generation = {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly checkpoint: number
  readonly changed: number
  readonly owner: string | null
  readonly beat: number
  readonly serving: boolean
}
export type ViewName = Pick<ViewRef, 'name' | 'version'>

export const keyOf = (view: ViewName): string => `${view.name}/${view.version}`

/**
 * The table of generations, cached while no other process writes the file. Call everything here inside a write
 * transaction, and `forget` after one that failed.
 */
export const generations = (db: Database.Database) => {
  const all = db.prepare<[], Omit<Generation, 'serving'> & { serving: number | null }>(
    `SELECT g.id, g.name, g.version, g.checkpoint, g.changed, g.owner, g.beat, s.generation = g.id AS serving
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
  let kept: readonly Generation[] | undefined

  const forget = () => {
    kept = undefined
  }
  const list = (): readonly Generation[] => {
    if (changedElsewhere()) forget()
    kept ??= all.all().map(g => ({ ...g, serving: g.serving === 1 }))
    return kept
  }
  /** Creates an empty generation beside the serving one, without indexes: those are built last. */
  const create = (view: ViewName): number => {
    forget()
    const id = Number(add.run(view.name, view.version).lastInsertRowid)
    db.exec(`CREATE TABLE ${tableOf(id)} (id TEXT NOT NULL UNIQUE, position INTEGER NOT NULL, json TEXT NOT NULL)`)
    return id
  }
  const drop = (id: number) => {
    unserve.run(id)
    remove.run(id)
    db.exec(`DROP TABLE ${tableOf(id)}`)
    forget()
  }
  /** Starts another generation of a built view, unless one is under way; readers keep the old one until it is finished. */
  const renew = (view: ViewRef) => {
    if (list().every(g => keyOf(g) !== keyOf(view) || g.serving)) create(view)
  }
  /** Builds the indexes by stretches of the log, in place of those that earlier releases built for the same lists. */
  const indexByStretches = (view: ViewRef, id: number) => {
    view.lists?.forEach(({ scope, inLogOrder }, i) => {
      if (!inLogOrder) return
      const columns = [stretchSql, fieldSql(scope), 'position'].join(', ')
      db.exec(`CREATE INDEX IF NOT EXISTS ${stretchIndex(tableOf(id), i)} ON ${tableOf(id)} (${columns})`)
      db.exec(`DROP INDEX IF EXISTS ${tableOf(id)}_list_${i}`)
    })
  }
  /** Builds the indexes and replaces the serving generation. */
  const serve = (view: ViewRef, id: number) => {
    view.indexes.forEach((field, i) => {
      db.exec(`CREATE INDEX IF NOT EXISTS ${tableOf(id)}_${i} ON ${tableOf(id)} (${fieldSql(field)}, id)`)
    })
    view.lists?.forEach(({ scope, sort, filters = [], inLogOrder }, i) => {
      if (inLogOrder) return
      const columns = [fieldSql(scope), fieldSql(sort), 'id', ...filters.map(fieldSql)].join(', ')
      db.exec(`CREATE INDEX IF NOT EXISTS ${tableOf(id)}_list_${i} ON ${tableOf(id)} (${columns})`)
    })
    indexByStretches(view, id)
    serveRow.run(view.name, view.version, id)
    for (const old of list()) if (keyOf(old) === keyOf(view) && old.id !== id) drop(old.id)
    forget()
  }
  /** Advances the checkpoints; `changed`: documents changed, so cached counts are dropped. */
  const advance = (ids: readonly number[], checkpoint: number, changed: boolean) => {
    if (ids.length === 0) return
    const by = changed ? 1 : 0
    move.run(checkpoint, by, JSON.stringify(ids))
    const moved = new Set(ids)
    kept = kept?.map(g => (moved.has(g.id) ? { ...g, checkpoint, changed: g.changed + by } : g))
  }
  /** Sets the builder and increases its heartbeat; null: none. */
  const claim = (id: number, owner: string | null) => {
    lease.run(owner, id)
    forget()
  }
  return { list, create, renew, drop, serve, indexByStretches, advance, claim, forget }
}
export type Generations = ReturnType<typeof generations>
