import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import { readConfig } from '../../src/node/config/read-config.ts'
import { openStores } from '../../src/node/stores/open-stores.ts'
import type { Recorded } from '../../src/ports/event-log.ts'
import { aggregateOf, aggregates } from '../support/given/aggregates.ts'
import { historiesFolder, lineOf, replayed } from '../support/given/histories.ts'
import { googleCloud } from '../support/servers/clouds.ts'
import { startService } from '../support/service/service.ts'
import { accidents } from './flows/accidents.ts'
import { campaignFlow } from './flows/campaign-flow.ts'
import { channelFlow } from './flows/channel-flow.ts'
import { cloudFlow } from './flows/cloud-flow.ts'
import { retailFlow } from './flows/retail-flow.ts'

/**
 * Records the history of this release: uses every feature on a real node, then saves the log and the resulting documents.
 * `node test/histories/record.ts` writes `test/histories/<version>/`; never record a released version again.
 */

/** Adds the accidents to the log of the running service, and returns the whole log; several processes may open one folder. */
const logOf = async (dataDir: string): Promise<readonly Recorded[]> => {
  const config = readConfig({ DATA_DIR: dataDir })
  if (E.isLeft(config)) throw new Error(config.left.join('\n'))
  const stores = await openStores(config.right)
  await accidents(stores)
  const events: Recorded[] = []
  for await (const event of stores.log.readAll()) events.push(event)
  await stores.close()
  return events
}

const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
const cloud = await googleCloud()
const service = await startService({ EGRESS_ALLOW: cloud.host })
try {
  await retailFlow(service)
  await channelFlow(service)
  await campaignFlow(service)
  await cloudFlow(service, cloud)
  const events = await logOf(service.dataDir)
  const folder = historiesFolder + version
  const unheard = aggregates.filter(({ category }) => !events.some(e => aggregateOf(e.stream)?.category === category))
  if (unheard.length > 0) throw new Error(`no flow writes ${unheard.map(a => a.category).join(', ')}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const byCategory = Map.groupBy(events, e => aggregateOf(e.stream)?.category ?? 'unknown')
  for (const [category, own] of byCategory)
    await writeFile(`${folder}/${category}.ndjson`, own.map(e => `${lineOf(e)}\n`).join(''))
  await writeFile(`${folder}/documents.json`, `${JSON.stringify(replayed(events), null, 1)}\n`)
  console.log(`${events.length} events of ${byCategory.size} categories in ${folder}`)
} finally {
  await service.stop()
  await cloud.stop()
}
