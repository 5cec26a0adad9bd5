import type Database from 'better-sqlite3'
import type { Position } from '../../../ports/event-log.ts'
import { type Change, FeedChanged, type ViewRef, type ViewStore } from '../../../ports/read-models.ts'
import { bulk } from '../../sqlite/bulk.ts'
import { type Write, writing } from '../../sqlite/transaction.ts'
import { type Generation, type Generations, generationTable } from './generations.ts'
import { tableOf } from './schema.ts'

const statementsOf = (db: Database.Database, table: string) => ({
  get: db.prepare<[string], [json: string, position: number]>(`SELECT json, position FROM ${table} WHERE id = ?`).raw(),
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

/** Writes changes after a position into a table; whether there were any. */
const writeInto = (
  { upsert, remove }: ReturnType<typeof statementsOf>,
  changes: Iterable<Change>,
  after: Position,
): boolean => {
  let wrote = false
  let rows: unknown[] = []
  let characters = 0
  for (const { id, json, position } of changes) {
    // without a tombstone, only its position tells that a change is older than the deletion
    if (position <= after) continue
    wrote = true
    if (json === undefined) {
      remove.run(id, Number(position))
      continue
    }
    characters += json.length
    if (rows.push(id, Number(position), json) >= atOnce.values || characters >= atOnce.characters) {
      upsert(rows)
      rows = []
      characters = 0
    }
  }
  upsert(rows)
  return wrote
}

/**
 * The two sides of the views in a file that folds write: those that serve, and those that are built beside them, or that catch up in the
 * background. Documents and positions are written in one transaction, so that deletions need no tombstone.
 */
export const viewStores = (db: Database.Database, patienceMs: number) => {
  const table = generationTable(db)
  const transaction = writing(db)
  /** A write inside another one is part of it. */
  const write: Write = (work, limitMs = patienceMs) => {
    if (db.inTransaction) return work()
    try {
      return transaction(() => {
        table.refresh()
        return work()
      }, limitMs)
    } catch (error) {
      table.forget()
      throw error
    }
  }
  const prepared = new Map<number, ReturnType<typeof statementsOf>>()
  const statements = ({ id }: Generation) => {
    const known = prepared.get(id) ?? statementsOf(db, tableOf(id))
    prepared.set(id, known)
    return known
  }
  const storeOf = (pick: (own: Generations) => Generation | undefined): ViewStore => {
    const generationOf = (view: ViewRef): Generation => {
      const found = pick(table.of(view))
      if (!found) throw new FeedChanged()
      return found
    }
    return {
      positions: views =>
        write(() => {
          for (const view of views) if (!pick(table.of(view))) table.create(view)
          return new Map(views.map(view => [view, BigInt(pick(table.of(view))?.checkpoint ?? 0)]))
        }),
      load: (wanted, most) => {
        const found = new Map<ViewRef, Change[]>()
        let [characters, largest] = [0, 0]
        for (const [view, ids] of wanted) {
          const { get } = statements(generationOf(view))
          const documents: Change[] = []
          found.set(view, documents)
          for (const id of ids) {
            const row = get.get(id)
            if (row === undefined) continue
            const [json, position] = row
            characters += json.length
            largest = Math.max(largest, json.length)
            if (characters - largest > most) return undefined
            documents.push({ id, json, position: BigInt(position) })
          }
        }
        return found
      },
      write: ({ changes, positions }) =>
        write(() => {
          const moved: Record<'changed' | 'same', Generation[]> = { changed: [], same: [] }
          let reached = 0
          for (const [view, { from, to }] of positions) {
            const generation = generationOf(view)
            if (BigInt(generation.checkpoint) !== from) throw new FeedChanged()
            const mine = changes.get(view)
            moved[mine && writeInto(statements(generation), mine, from) ? 'changed' : 'same'].push(generation)
            reached = Number(to)
          }
          table.advance(moved.changed, reached, true)
          table.advance(moved.same, reached, false)
        }),
      // what is built here includes whatever serves: both were fed from the same log
      swap: view => {
        write(() => table.serve(view))
        return true
      },
    }
  }
  return {
    table,
    write,
    serving: storeOf(({ serving }) => serving),
    building: storeOf(({ serving, next }) => next ?? serving),
  }
}
export type ViewStores = ReturnType<typeof viewStores>
