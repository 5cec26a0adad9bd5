import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openLibrary } from '../../contestants/sqlite-library.ts'
import { Campaign, CreativeSaved } from './campaign.js'

/** The library, and the log: each append is one synced insert. */
const { db, list } = openLibrary('nest-cqrs.db')

export { list }

db.exec(`CREATE TABLE event (
  position INTEGER PRIMARY KEY, stream TEXT, revision INTEGER, type TEXT, data TEXT, at TEXT, UNIQUE (stream, revision)
)`)
const read = db.prepare('SELECT data FROM event WHERE stream = ? ORDER BY revision').pluck()
const insert = db.prepare('INSERT INTO event (stream, revision, type, data, at) VALUES (?, ?, ?, ?, ?)')

/** The aggregate, folded from its events. */
export const load = campaign => {
  const aggregate = new Campaign(campaign)
  aggregate.loadFromHistory(
    read.all(`creatives-${campaign}`).map(data => new CreativeSaved(campaign, JSON.parse(data))),
  )
  return aggregate
}

/** Appends what the aggregate has decided on the revision that was loaded. */
export const append = aggregate => {
  const events = aggregate.getUncommittedEvents()
  const at = new Date().toISOString()
  for (const [i, { body }] of events.entries()) {
    const revision = aggregate.revision - events.length + i
    insert.run(`creatives-${aggregate.campaign}`, revision, 'CreativeSaved', JSON.stringify(body), at)
  }
}

/** The view: a file of its own, which is not synced, as it can be built again. */
const views = new Database(join(process.env.BENCH_DIR ?? '.', 'nest-cqrs-views.db'))
views.pragma('journal_mode = WAL')
views.pragma('synchronous = NORMAL')
views.exec('CREATE TABLE creative (campaign TEXT, name TEXT, document TEXT, PRIMARY KEY (campaign, name))')
const upsert = views.prepare('INSERT OR REPLACE INTO creative VALUES (?, ?, ?)')
export const show = ({ campaign, body }) => upsert.run(campaign, body.creativeName, JSON.stringify(body))
