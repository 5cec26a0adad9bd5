import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { readConfig } from '../../../src/node/config/read-config.ts'
import { openStores } from '../../../src/node/stores/open-stores.ts'
import type { NewEvent } from '../../../src/ports/event-log.ts'
import { account, creativeBody } from '../../load/requests.ts'

/** A campaign to fill: how many creatives it has, and how many events saved them. */
export type Size = { readonly idx: number; readonly creatives: number; readonly events: number }

const atOnce = 500

const saved = (n: number, creatives: number, at: string): NewEvent => {
  const { creativeName, dynamicAssets } = JSON.parse(creativeBody(n % creatives, n))
  const columns = dynamicAssets.map((column: object) => ({ ...column, adUnitTransformations: [] }))
  const data = {
    creative: { creativeName, columns },
    added: n < creatives,
    creativesHash: String(n),
    missingAssets: [],
    lastTransformationIdx: 0,
    at,
  }
  const [correlationId, causationId] = [randomUUID(), randomUUID()]
  const metadata = { at, actor: 'bench', operation: 'updateCreative', correlationId, causationId, schemaVersion: 1 }
  return { id: randomUUID(), type: 'CreativeSaved', data, metadata }
}

/** Writes the creatives of campaigns straight to the log: saving them one by one would take minutes. */
export const fillCreatives = async (dataDir: string, sizes: readonly Size[]): Promise<void> => {
  const config = readConfig({ DATA_DIR: dataDir })
  if (E.isLeft(config)) throw new Error(config.left.join('\n'))
  const stores = await openStores(config.right)
  const at = new Date().toISOString()
  for (const { idx, creatives, events } of sizes)
    for (let from = 0; from < events; from += atOnce) {
      const batch = Array.from({ length: Math.min(atOnce, events - from) }, (_, i) => saved(from + i, creatives, at))
      const appended = await stores.log.append(`creatives-${account}:${idx}`, batch, from - 1)
      if (E.isLeft(appended)) throw new Error(JSON.stringify(appended.left))
    }
  await stores.readModels.waitFor(await stores.log.head(), 120_000)
  await stores.close()
}
