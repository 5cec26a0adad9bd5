import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import { readConfig } from '../../src/node/config/read-config.ts'
import { openStores } from '../../src/node/stores/open-stores.ts'
import { startEndcap } from '../contestants/endcap.ts'
import { fillAccount, fillCampaigns } from '../contestants/fill.ts'
import { account, creativeBody, creativesPerCampaign } from '../load/requests.ts'
import { compare } from '../report.ts'
import type { Measure, Options } from './measure.ts'

const events = 100_000
const campaigns = 200
/** Starts per store and round: a start is short, and disturbances last long. */
const startsPerRound = 3

/** Saves creatives with the project's own executor, without HTTP, until the log has enough events. */
const saveCreatives = async (dataDir: string, ids: readonly number[]): Promise<void> => {
  const config = readConfig({ DATA_DIR: dataDir })
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

const firstAnswer = async (dataDir: string): Promise<number> => {
  const node = await startEndcap(dataDir)
  await node.stop()
  return node.firstAnswerMs
}

/** Creates both stores. The empty one is opened once, so that neither has to create its files. */
const prepare = async ({ dir, progress }: Options) => {
  const full = join(dir, 'full')
  const empty = join(dir, 'empty')
  progress('start: filling the log')
  const node = await startEndcap(full)
  await fillAccount(node.url)
  const ids = await fillCampaigns(node.url, campaigns)
  await node.stop()
  await saveCreatives(full, ids)
  for (const store of [full, empty]) await firstAnswer(store)
  return { full, empty }
}

/** Time to the first response with 100,000 events and up-to-date views, compared with an empty store. */
export const measureStart: Measure = async options => {
  const { full, empty } = await prepare(options)
  const times = { full: [] as number[], empty: [] as number[] }
  for (let i = 1; i <= options.rounds * startsPerRound; i++) {
    options.progress(`start ${i} of ${options.rounds * startsPerRound}`)
    times.full.push(await firstAnswer(full))
    times.empty.push(await firstAnswer(empty))
  }
  const what = { work: 'start, 100,000 events', unit: 'ms', peer: 'empty store', budget: { atMost: 1.1 } }
  return { lines: [compare(what, times.full, times.empty)], notes: [] }
}
