import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { creatives } from '../../../src/domain/creatives/creatives.ts'
import { readConfig } from '../../../src/node/config/read-config.ts'
import { openStores } from '../../../src/node/stores/open-stores.ts'
import { startEndcap } from '../../contestants/endcap.ts'
import { fillAccount, fillCampaigns } from '../../contestants/fill.ts'
import { account, creativeBody, creativesPerCampaign } from '../../load/requests.ts'

type Env = Readonly<Record<string, string>>

const campaigns = 200

/** Saves creatives with the project's own executor, without HTTP, until the log has enough events. */
const saveCreatives = async (env: Env, ids: readonly number[], events: number): Promise<void> => {
  const config = readConfig(env)
  if (E.isLeft(config)) throw new Error(config.left.join('\n'))
  const stores = await openStores(config.right)
  const at = new Date().toISOString()
  const save = async (idx: number, n: number) => {
    const commandId = randomUUID()
    const work = stores.newWork({
      actor: 'bench',
      operation: 'bench',
      commandId,
      correlationId: commandId,
      causationId: commandId,
    })
    const body = JSON.parse(creativeBody(n % creativesPerCampaign, n))
    const command = {
      kind: 'SaveCreative' as const,
      ...body,
      retailCampaignIdx: idx,
      dataServiceId: 1,
      missingAssets: [],
      at,
    }
    const done = await work.execute(creatives, `${account}:${idx}`, command)
    if (E.isLeft(done)) throw new Error(done.left.detail)
  }
  const head = Number(await stores.log.head())
  const each = Math.ceil((events - head) / ids.length)
  for (const idx of ids) await Promise.all(Array.from({ length: each }, (_, n) => save(idx, n)))
  await stores.readModels.waitFor(await stores.log.head(), 60_000)
  await stores.close()
}

/** Fills the embedded log of a new folder with so many events, nearly all of them saves of creatives. `env`: of the other stores. */
export const fillSaves = async (dataDir: string, events: number, env: Env = {}): Promise<void> => {
  const node = await startEndcap(dataDir, undefined, env)
  await fillAccount(node.url)
  const ids = await fillCampaigns(node.url, campaigns)
  await node.stop()
  await saveCreatives({ ...env, DATA_DIR: dataDir }, ids, events)
}
