import { join } from 'node:path'
import { type EventRow, recordedOf } from '../../../src/adapters/event-log/sqlite/event-row.ts'
import { logReader } from '../../../src/adapters/event-log/sqlite/read-log.ts'
import { openForReading } from '../../../src/adapters/sqlite/open-file.ts'
import { byName } from './projections.ts'

// The upper bound: the same events, held in memory as text, parsed and folded by the same projection: node
// from-memory.ts <dataDir> <name>
const [dataDir = '', name = ''] = process.argv.slice(2)
const projection = byName[name]
if (!projection) throw new Error(`unknown projection ${name}`)
const db = openForReading(join(dataDir, 'log.db'))
const log = logReader(db)
const rows: EventRow[] = []
for (let position = 0, more = true; more; ) {
  const page = log.readPage(position)
  for (const row of page.rows) rows.push(row)
  position = page.scanned
  more = page.more
}
db.close()

const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
const documents = new Map<string, unknown>()
for (const row of rows) {
  const event = recordedOf(row)
  const id = projection.idOf(event)
  if (id !== undefined) documents.set(id, projection.evolve(documents.get(id), event))
}
const seconds = (performance.now() - startedAt) / 1000
const { user, system } = process.cpuUsage(cpuBefore)
process.send?.({
  perSecond: rows.length / seconds,
  cpuMicros: (user + system) / rows.length,
  documents: documents.size,
})
