import type Database from 'better-sqlite3'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { accountEvents } from '../../../projections/audit/account-events.ts'
import { partSql } from '../../../src/adapters/read-models/sqlite/find-sql.ts'
import { generations } from '../../../src/adapters/read-models/sqlite/generations.ts'
import { listReader, type Row } from '../../../src/adapters/read-models/sqlite/read-list.ts'
import { openViews, tableOf } from '../../../src/adapters/read-models/sqlite/schema.ts'
import { countInStretchesSql, inStretch, stretchesSql } from '../../../src/adapters/read-models/sqlite/stretches.ts'
import type { Sql } from '../../../src/adapters/read-models/sqlite/where.ts'
import { documentsOf } from '../../../src/adapters/read-models/sqlite/write-views.ts'
import { writing } from '../../../src/adapters/sqlite/transaction.ts'
import type { Query, ViewRef } from '../../../src/ports/read-models.ts'
import { inFolder } from '../../support/memory/secrets.ts'

const test = suite('lists in log order, in SQLite')

const inViews = (work: (db: Database.Database) => void): Promise<void> =>
  inFolder(async folder => {
    const db = openViews(`${folder}/views.db`, { id: 'log', head: () => 0, idAt: () => undefined }, 1_000)
    try {
      work(db)
    } finally {
      db.close()
    }
  })

const scopes = 500
const documentAt = (position: number) => ({
  id: String(position).padStart(16, '0'),
  json: JSON.stringify({ campaignKey: `acme:${position % scopes}`, position }),
  position: BigInt(position),
})
/** Documents at the positions from `from` to before `to`, each of another scope than the ones near it. */
const documents = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => documentAt(from + i))

const view = (inLogOrder: boolean): ViewRef => ({
  name: 'events',
  version: 1,
  indexes: [],
  lists: [{ scope: ['campaignKey'], sort: ['position'], inLogOrder }],
})

/** The pages that change when 20 documents of as many scopes are added to 20,000 of 500 scopes. */
const pagesChanged = async (inLogOrder: boolean): Promise<number> => {
  let pages = 0
  await inViews(db => {
    const { create, serve } = generations(db)
    const { write } = documentsOf(db)
    const inOne = writing(db)
    const id = inOne(() => {
      const made = create(view(inLogOrder))
      write(made, documents(1, 20_000), 0)
      serve(view(inLogOrder), made)
      return made
    })
    db.pragma('wal_checkpoint(TRUNCATE)')
    inOne(() => write(id, documents(20_000, 20_020), 19_999))
    const [{ log }] = db.pragma('wal_checkpoint(PASSIVE)') as [{ log: number }]
    pages = log
  })
  return pages
}

test('documents of many scopes that are added together lie together', async () => {
  const [by, before] = [await pagesChanged(true), await pagesChanged(false)]
  assert.ok(by < before / 2, `${by} pages instead of ${before}`)
})

test('the stretches of a scope are found by the index, and so are its documents there', async () => {
  await inViews(db => {
    const { create, serve } = generations(db)
    const id = create(accountEvents)
    serve(accountEvents, id)
    const table = tableOf(id)
    const list = { scope: ['campaignKey'], value: 'acme:7', number: 1 }
    for (const [descending, first] of [
      [false, 1],
      [true, 3],
    ] as const) {
      const query: Query = {
        where: { all: [{ field: ['campaignKey'], is: '=', value: 'acme:7' }] },
        sort: { field: ['position'], descending },
        limit: 10,
        ...(descending ? {} : { after: { value: 1_000, id: '' } }),
      }
      const stretches = stretchesSql(table, list, 2_000, query, 'forwards')
      assert.equal(stretches.values, [first, descending ? 0 : 3, 'acme:7'], 'only those from the key to the checkpoint')
      const statements = [
        stretches,
        partSql(table, query, 'forwards', inStretch(2)),
        countInStretchesSql(table, 2_000, query),
      ]
      for (const { text, values } of statements) {
        const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...values)
        const details = plan.map(({ detail }) => detail)
        const read = details.filter(detail => detail.includes(table))
        assert.is(read.length, 1, details.join('; '))
        assert.match(read[0]!, /USING (COVERING )?INDEX documents_1_log_1 \(<expr>=\? AND <expr>=\?/)
        assert.not(
          details.some(detail => detail.includes('TEMP B-TREE')),
          details.join('; '),
        )
      }
    }
  })
})

test('a view of an earlier release gets the index, and loses the one that it had', async () => {
  await inViews(db => {
    const { create, serve, indexByStretches } = generations(db)
    const [, byCampaign] = accountEvents.lists ?? []
    const earlier = { ...accountEvents, lists: [{ ...byCampaign!, inLogOrder: false }] }
    const id = create(earlier)
    serve(earlier, id)
    const indexes = () =>
      db
        .prepare<[string], string>("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql <> ''")
        .pluck()
        .all(tableOf(id))
    assert.equal(indexes(), ['documents_1_list_0'])
    const { lists: _, ...now } = accountEvents
    indexByStretches({ ...now, lists: [byCampaign!] }, id)
    assert.equal(indexes(), ['documents_1_log_0'])
  })
})

test('a list that an earlier release has built beside this one is read as a whole, not once for each stretch', async () => {
  await inViews(db => {
    const { create, serve } = generations(db)
    const id = create(view(true))
    documentsOf(db).write(id, documents(1, 5_000), 0)
    serve(view(false), id)
    const read: string[] = []
    const ran = ({ text, values }: Sql) => {
      read.push(text)
      return db
        .prepare<unknown[], Row>(text)
        .raw()
        .all(...values)
    }
    const found = (): readonly string[] => {
      read.length = 0
      const query: Query = {
        where: { field: ['campaignKey'], is: '=', value: 'acme:7' },
        sort: { field: ['position'] },
        limit: 100,
      }
      const at = { table: tableOf(id), changed: 1, checkpoint: 5_000, lists: view(true).lists ?? [] }
      return Array.from(listReader({ rows: ran, iterate: ran })(at, query).page('forwards', 100), ([row]) => row)
    }
    const all = documents(1, 5_000).flatMap(({ id }, i) => ((i + 1) % scopes === 7 ? [id] : []))
    const statements = () => read.filter(text => text.includes(tableOf(id))).length
    assert.equal(found(), all)
    assert.is(statements(), 1)
    generations(db).indexByStretches(view(true), id)
    assert.equal(found(), all)
    assert.ok(statements() > 1, 'by stretches as soon as they are indexed')
  })
})

test.run()
