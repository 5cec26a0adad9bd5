import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Node, startEndcap } from '../contestants/endcap.ts'
import { call, fillAccount, fillCampaigns, issueKey } from '../contestants/fill.ts'
import { startGenerator } from '../load/client.ts'
import { account, creativeBody } from '../load/requests.ts'
import { median, shown } from '../numbers.ts'
import { compare, type Line } from '../report.ts'
import { fillCreatives } from './campaign/fill.ts'
import { type Cpu, cpuOf } from './cpu.ts'
import type { Measure, Options } from './measure.ts'

const small = 10
const [creatives, events] = [10_000, 100_000]

/** Milliseconds that /healthz took at most while something else was answered; the last one may end later. */
const slowestHealth = async (node: Node, work: () => Promise<unknown>): Promise<number> => {
  let slowest = 0
  let working = true
  const asking = (async () => {
    while (working) {
      const from = performance.now()
      await (await fetch(`${node.url}/healthz`)).arrayBuffer()
      slowest = Math.max(slowest, performance.now() - from)
      // often enough to meet every pause, without taking a core
      await pause(2)
    }
  })()
  await work()
  working = false
  await asking
  return slowest
}

/** `cpu`: what the node used meanwhile, for both. */
type First = { readonly tookMs: number; readonly healthMs: number; readonly cpu: Cpu }

/** The first save of a creative after a start. */
const firstSave = async (node: Node, idx: number, wave: number): Promise<First> => {
  const pid = node.child.pid ?? 0
  const before = cpuOf(pid)
  let tookMs = 0
  const healthMs = await slowestHealth(node, async () => {
    const from = performance.now()
    const path = `/v2/accounts/${account}/retail-campaigns/${idx}/creative`
    await call(node.url, 'POST', path, JSON.parse(creativeBody(0, wave)))
    tookMs = performance.now() - from
  })
  const after = cpuOf(pid)
  return { tookMs, healthMs, cpu: { main: after.main - before.main, all: after.all - before.all } }
}

const prepare = async ({ dir, progress }: Options) => {
  const dataDir = join(dir, 'endcap')
  progress('campaign: filling the log')
  const node = await startEndcap(dataDir)
  await fillAccount(node.url)
  const [few = 0, many = 0] = await fillCampaigns(node.url, 2)
  const key = await issueKey(node.url)
  await node.stop()
  await fillCreatives(dataDir, [
    { idx: few, creatives: small, events: small },
    { idx: many, creatives, events },
  ])
  return { dataDir, few, many, key }
}

const bounded = (work: string, milliseconds: readonly number[], bound: number): Line => {
  const project = median(milliseconds)
  const ratio = project / bound
  return { work, unit: 'ms', project, peer: 'bound', peerValue: bound, ratio, budget: { atMost: 1 }, ok: ratio <= 1 }
}

/**
 * A campaign of 10,000 creatives that were saved 100,000 times: its first save after a start, without and with a snapshot, how
 * long others wait meanwhile, and the rate of saves afterwards compared with a campaign of 10 creatives on the same node.
 */
export const measureCampaign: Measure = async options => {
  const { dataDir, few, many, key } = await prepare(options)
  const firsts = { folded: [] as First[], restored: [] as First[] }
  const rates = { few: [] as number[], many: [] as number[] }
  const generator = startGenerator()
  for (let round = 1; round <= options.rounds; round++) {
    options.progress(`round ${round} of ${options.rounds}: a large campaign`)
    await rm(join(dataDir, 'snapshots'), { recursive: true, force: true })
    const folding = await startEndcap(dataDir)
    firsts.folded.push(await firstSave(folding, many, round))
    await folding.stop()
    const node = await startEndcap(dataDir)
    firsts.restored.push(await firstSave(node, many, -round))
    const saves = async (idx: number, run: number) => {
      const target = { port: node.port, key, campaigns: [idx] }
      const load = { target, connections: { command: 1 }, seconds: options.seconds, run }
      return (await generator.run(load)).command?.perSecond ?? Number.NaN
    }
    // the first load warms the code up
    for (const run of [0, 1]) {
      const [of10, of10000] = [await saves(few, 2 * round + run), await saves(many, 2 * round + run)]
      if (run === 0) continue
      rates.few.push(of10)
      rates.many.push(of10000)
    }
    await node.stop()
  }
  generator.stop()
  const peer = '10 creatives'
  return {
    lines: [
      bounded(
        'first save, no snapshot',
        firsts.folded.map(({ tookMs }) => tookMs),
        2_000,
      ),
      bounded(
        'first save, snapshot',
        firsts.restored.map(({ tookMs }) => tookMs),
        300,
      ),
      bounded(
        '/healthz meanwhile',
        [...firsts.folded, ...firsts.restored].map(({ healthMs }) => healthMs),
        50,
      ),
      compare({ work: 'save, 10,000 creatives', unit: '/s', peer, budget: { atLeast: 0.7 } }, rates.many, rates.few),
    ],
    notes: Object.entries({ 'no snapshot': firsts.folded, snapshot: firsts.restored }).map(([how, of]) => {
      const cpu = (part: keyof Cpu) => shown(median(of.map(first => first.cpu[part])))
      return `first save, ${how}: ${cpu('all')} ms of CPU with /healthz (main thread ${cpu('main')})`
    }),
  }
}
