import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { suite } from 'uvu'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { whyNoFerretDb } from '../support/servers/ferretdb.ts'
import { type MongoUnderTest, mongoServer, startMongo } from '../support/servers/mongodb.ts'
import type { CutProxy } from '../support/servers/proxy.ts'
import { skip } from '../support/servers/skip.ts'
import { account, provision } from '../support/service/service.ts'
import { onSharedCores } from '../support/waiting/shared-cores.ts'
import { until } from '../support/waiting/until.ts'
import { newCampaign, ready, verified } from './assertions.ts'
import { mongoBehindProxy } from './server-stores.ts'

/** How long after the network's return the service may refuse writes, or show old views, in milliseconds (ADR 0043). */
const promisedMs = 6_000
/** Each in its own process and database. */
const nodesAtATime = process.env.TEST_WHOLE ? 3 : 1
const outages = Number(process.env.OUTAGES ?? (process.env.TEST_WHOLE ? 34 : 5))
const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)

type Fragile = { readonly node: NodeProcess; readonly mongo: CutProxy; readonly env: Record<string, string> }
type Outage = { readonly way: 'cut' | 'silence' | 'forget' | 'slow'; readonly ms: number; readonly restMs: number }
type Context = { servers: MongoUnderTest[]; fragile: Fragile[] }

const outage: fc.Arbitrary<Outage> = fc.record({
  way: fc.constantFrom('cut', 'silence', 'forget', 'slow'),
  ms: fc.oneof(fc.integer({ min: 50, max: 1_500 }), fc.integer({ min: 1_500, max: 4_000 })),
  restMs: fc.integer({ min: 0, max: 800 }),
})
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

const begin = async (mongo: CutProxy, { way, ms }: Outage): Promise<void> => {
  if (way === 'cut') await mongo.cut()
  else if (way === 'slow') mongo.slow(ms)
  else mongo[way]()
}

const test = suite<Context>(`outages of MongoDB at random moments (TEST_SEED=${seed})`)
test.before(async context => {
  context.servers = []
  context.fragile = []
  for (let i = 0; i < nodesAtATime; i++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'endcap-outages-'))
    const server = await startMongo()
    context.servers.push(server)
    const { proxy: mongo, url } = await mongoBehindProxy(server)
    const env = { DATA_DIR: dataDir, MONGODB_URL: url }
    const node = await startNodeProcess(env)
    context.fragile.push({ node, mongo, env })
    await provision(node)
  }
})
test.after(async ({ servers, fragile }) => {
  for (const { node, mongo, env } of fragile) {
    await mongo.restore()
    await node.stop()
    await mongo.close()
    await rm(env.DATA_DIR!, { recursive: true })
  }
  for (const server of servers) await server.close()
})

/** A write, and a read of it; the status of what failed, else 200. */
const writesAndReads = async (node: NodeProcess, name: string): Promise<number> => {
  const written = await newCampaign(node, name)
  if (written.status !== 200) return written.status
  const position = written.headers.get('endcap-position')
  const headers: Record<string, string> = position === null ? {} : { 'Endcap-After-Position': position }
  const path = `${account}/retail-campaigns/${written.json.retailCampaignIdx}`
  return (await node.call('GET', path, undefined, { headers })).status
}

const survives = async ({ node, mongo }: Fragile, all: readonly Outage[]): Promise<void> => {
  let over = false
  let turn = 0
  // some are under way at any moment, and the machine is not busy with them alone
  const write = async () => {
    for (; !over; await pause(40)) await newCampaign(node, `written ${turn++}`)
  }
  const writing = Promise.all([write(), write()])
  try {
    for (const each of all) {
      await begin(mongo, each)
      await pause(each.ms)
      await mongo.restore()
      const took = performance.now()
      await until(
        () => writesAndReads(node, `after ${JSON.stringify(each)}`),
        status => status === 200,
        onSharedCores(promisedMs),
      )
      if (process.env.TEST_TIMES) console.log(each.way, each.ms, Math.round(performance.now() - took))
      await pause(each.restMs)
    }
  } finally {
    over = true
    await writing
  }
  await ready(node)
}

test('views follow and writes are taken within 6 s of the return of the network', async ({ fragile }) => {
  const lists = fc.sample(fc.array(outage, { minLength: outages, maxLength: outages, size: 'max' }), {
    seed,
    numRuns: fragile.length,
  })
  await Promise.all(fragile.map((each, i) => survives(each, lists[i]!)))
})

test('afterwards everything matches the log', async ({ fragile }) => {
  for (const { env } of fragile) await verified(env)
})

if (mongoServer()) test.run()
else skip(`outages of MongoDB at random moments: ${whyNoFerretDb()}`)
