import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'

// Builds one view from a log, as a node does that lacks it: node rebuild.ts <dataDir> <module of the projection>
const [dataDir = '', projections = ''] = process.argv.slice(2)
for (const file of ['views.db', 'views.db-wal', 'views.db-shm']) await rm(join(dataDir, file), { force: true })

const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
const embedded = await openEmbedded({ dataDir, projections })
const head = await embedded.log.head()
await embedded.readModels.waitFor(head, 600_000)
const milliseconds = performance.now() - startedAt
const { user, system } = process.cpuUsage(cpuBefore)
const { failedViews, viewsProblem, reflected } = embedded.status()
if (failedViews.length > 0 || viewsProblem || BigInt(reflected) < head) throw new Error('the view was not built')
await embedded.close()
// maxRSS is in KiB
process.send?.({
  perSecond: Number(head) / (milliseconds / 1000),
  cpuMicros: (user + system) / Number(head),
  rssMb: process.resourceUsage().maxRSS / 1024,
})
