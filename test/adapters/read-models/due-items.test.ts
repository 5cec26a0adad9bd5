import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { exportsToArchive } from '../../../projections/exports/exports-to-archive.ts'
import { finder, pageOf } from '../../../src/adapters/read-models/sqlite/find.ts'
import { pageSql } from '../../../src/adapters/read-models/sqlite/find-sql.ts'
import { generationTable } from '../../../src/adapters/read-models/sqlite/generations.ts'
import { openViews, tableOf } from '../../../src/adapters/read-models/sqlite/schema.ts'
import { dueItems, nextDue } from '../../../src/engine/react/due-items.ts'
import type { Query } from '../../../src/ports/read-models.ts'
import { memoryReadModels } from '../../support/memory/read-models.ts'
import { inFolder } from '../../support/memory/secrets.ts'

const test = suite('items that are due, in SQLite')

/** What a look at a to-do list asks for. */
const asked = async (now: string): Promise<readonly Query[]> => {
  const queries: Query[] = []
  const { find } = memoryReadModels()
  const readModels = {
    find: (...[view, query]: Parameters<typeof find>) => {
      queries.push(query)
      return find(view, query)
    },
  }
  for await (const due of dueItems(readModels, exportsToArchive, now, '')) assert.unreachable(String(due.size))
  await nextDue(readModels, exportsToArchive, now)
  return queries
}

test('very many items that are due later are not looked through', async () => {
  const queries = await asked('2026-03-01T12:00:00.000Z')
  assert.is(queries.length, 3)
  await inFolder(async folder => {
    const db = openViews(`${folder}/views.db`, { id: 'log', head: () => 0, idAt: () => undefined }, 1_000)
    const { create, serve, of } = generationTable(db)
    create(exportsToArchive)
    serve(exportsToArchive)
    const { id } = of(exportsToArchive).serving!
    for (const query of queries) {
      const { text, values } = pageSql(tableOf(id), query, 'forwards', query.limit)
      const rows = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...values)
      // by whether it is open, then by the end of its pause, in the order of the index
      assert.is(rows.length, 1, rows.map(({ detail }) => detail).join('; '))
      assert.match(rows[0]?.detail ?? '', /<expr>=\? AND <expr>/)
    }
    db.close()
  })
})

const notJson = (): never => {
  throw new Error('a document is no JSON')
}

test('a look asks nothing about the items before its place', async () => {
  await inFolder(async folder => {
    const db = openViews(`${folder}/views.db`, { id: 'log', head: () => 0, idAt: () => undefined }, 1_000)
    const { create, serve, of } = generationTable(db)
    create(exportsToArchive)
    serve(exportsToArchive)
    const { id } = of(exportsToArchive).serving!
    const statements: string[] = []
    const prepare = db.prepare.bind(db)
    db.prepare = ((text: string) => {
      statements.push(text)
      return prepare(text)
    }) as typeof db.prepare
    const find = finder(db)
    const documents = { table: tableOf(id), changed: 1, checkpoint: 1, lists: exportsToArchive.lists ?? [] }
    const reads = {
      find: async (_: unknown, query: Query) => pageOf(find(documents, query, notJson)),
    }
    for await (const due of dueItems(reads, exportsToArchive, '2026-03-01T12:00:00.000Z', 'a'))
      assert.unreachable(String(due.size))
    // the ended pauses, the places after the last account, and those up to it
    assert.is(statements.length, 3, statements.join('\n'))
    db.close()
  })
})

test.run()
