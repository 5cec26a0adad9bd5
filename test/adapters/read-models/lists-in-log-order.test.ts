import type Database from 'better-sqlite3'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { accountEvents } from '../../../projections/audit/account-events.ts'
import { partSql } from '../../../src/adapters/read-models/sqlite/find-sql.ts'
import { generationTable } from '../../../src/adapters/read-models/sqlite/generations.ts'
import { openViews, tableOf } from '../../../src/adapters/read-models/sqlite/schema.ts'
import { countInStretchesSql, inStretch, stretchesSql } from '../../../src/adapters/read-models/sqlite/stretches.ts'
import { viewStores } from '../../../src/adapters/read-models/sqlite/view-store.ts'
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
    const { building } = viewStores(db, 5_000)
    const events = view(inLogOrder)
    const write = (from: bigint, to: bigint) =>
      building.write({
        changes: new Map([[events, documents(Number(from) + 1, Number(to) + 1)]]),
        positions: new Map([[events, { from, to }]]),
      })
    building.positions([events])
    write(0n, 20_000n)
    building.swap(events)
    db.pragma('wal_checkpoint(TRUNCATE)')
    write(20_000n, 20_020n)
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
    const { create, serve, of } = generationTable(db)
    create(accountEvents)
    serve(accountEvents)
    const table = tableOf(of(accountEvents).serving!.id)
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

test.run()
