import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Embedded, openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'
import { DocumentUnreadable, StoreAway } from '../../../src/ports/store-away.ts'
import { inFolder } from '../../support/memory/secrets.ts'
import { until } from '../../support/waiting/until.ts'
import { appended, written } from '../event-log.contract.ts'
import { notesInOrder } from './notes-in-order.ts'

const projections = new URL('./notes-in-order.ts', import.meta.url).href

const withStores = async (dataDir: string, work: (embedded: Embedded) => Promise<void>): Promise<void> => {
  const embedded = await openEmbedded({ dataDir, projections })
  try {
    await work(embedded)
  } finally {
    await embedded.close()
  }
}

const query = {
  where: { field: ['stream'], is: '=', value: 'note-a' },
  sort: { field: ['position'] },
  limit: 10,
} as const
const positionsIn = async ({ readModels }: Embedded): Promise<readonly number[]> =>
  (await readModels.find(notesInOrder, query)).documents.map(({ json }) => JSON.parse(json).position)

/** Leaves views.db as an earlier release does, without the index; `damage` gets the table of the documents. */
const writtenBefore = async (dataDir: string, damage: (views: Database.Database, table: string) => void) => {
  await withStores(dataDir, async ({ log, readModels }) => {
    for (const revision of [-1, 0, 1]) appended(await log.append('note-a', [written('text')], revision))
    assert.ok(await readModels.waitFor(await log.head(), 60_000))
  })
  const views = new Database(join(dataDir, 'views.db'))
  const table = `documents_${views.prepare('SELECT generation FROM serving').pluck().get()}`
  views.exec(`DROP INDEX ${table}_log_0`)
  views.pragma('wal_checkpoint(TRUNCATE)')
  damage(views, table)
  views.close()
}

test('a node starts on a view of an earlier release with a damaged document, and builds it anew', () =>
  inFolder(async dataDir => {
    await writtenBefore(dataDir, (views, table) => views.exec(`UPDATE ${table} SET json = 'x' WHERE position = 2`))
    await withStores(dataDir, async embedded => {
      const positions = async () => {
        try {
          return await positionsIn(embedded)
        } catch (error) {
          assert.instance(error, DocumentUnreadable)
          return []
        }
      }
      assert.equal(await until(positions, ({ length }) => length > 0), [1, 2, 3])
    })
  }))

test('a node starts on a file of an earlier release with a damaged page, and reads of its view say so', () =>
  inFolder(async dataDir => {
    await writtenBefore(dataDir, (views, table) => {
      const page = views
        .prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
        .pluck()
        .get(table)
      const bytes = Number(views.pragma('page_size', { simple: true }))
      const file = openSync(join(dataDir, 'views.db'), 'r+')
      writeSync(file, Buffer.alloc(bytes, 0xee), 0, bytes, (Number(page) - 1) * bytes)
      closeSync(file)
    })
    await withStores(dataDir, async embedded => {
      const error = await positionsIn(embedded).catch(error => error)
      assert.instance(error, StoreAway)
      assert.match(error.message, /views\.db is damaged/)
    })
  }))

test.run()
