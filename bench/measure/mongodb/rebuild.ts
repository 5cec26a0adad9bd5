import type { Document } from 'mongodb'
import { openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'
import { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import { byName } from '../replay/projections.ts'

// Rebuilds one view from a log into MongoDB, then writes the same documents with plain bulkWrite, each into a separate
// collection: node rebuild.ts <dataDir> <MongoDB> <name>
const [dataDir = '', url = '', name = ''] = process.argv.slice(2)
const projection = byName[name]
if (!projection) throw new Error(`unknown projection ${name}`)
const projections = new URL('./no-projections.ts', import.meta.url).href
const { log, close } = await openEmbedded({ dataDir, projections })
const { readModels, rebuild, db } = await openMongoReadModels({ url, views: () => [] })
const view = { ...projection, name: `${projection.name}-${process.pid}` }

const timed = async (work: () => Promise<void>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}
const cpuBefore = process.cpuUsage()
const failed = (_: unknown, error: unknown) => {
  throw error
}
const rebuilt = await timed(() => rebuild(log, [view], () => {}, failed))
const { user, system } = process.cpuUsage(cpuBefore)
const rssMb = process.resourceUsage().maxRSS / 1024

const folded = new Map<string, object>()
for await (const event of log.readAll()) {
  const id = view.idOf(event)!
  folded.set(id, view.evolve(folded.get(id), event))
}
const documents = Array.from(folded, ([id, document]) => ({ _id: id, ...document }))
const plain = db.collection<Document & { _id: string }>(`plain-${process.pid}`)
const written = await timed(async () => {
  await plain.createIndex({ by: 1 })
  for (let i = 0; i < documents.length; i += 1_000) {
    const operations = documents.slice(i, i + 1_000).map(document => ({ insertOne: { document } }))
    await plain.bulkWrite(operations, { ordered: false })
  }
})
await readModels.close()
await close()
const perSecond = documents.length / rebuilt
// maxRSS is in KiB
process.send?.({
  perSecond,
  plainPerSecond: documents.length / written,
  cpuMicros: (user + system) / documents.length,
  rssMb,
})
