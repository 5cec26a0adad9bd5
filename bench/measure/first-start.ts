import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MongoClient } from 'mongodb'
import { startMongo } from '../../test/support/servers/mongodb.ts'
import { startEndcap } from '../contestants/endcap.ts'
import { median, shown } from '../numbers.ts'
import { compare } from '../report.ts'
import type { Measure } from './measure.ts'
import { fillSaves } from './start/fill-saves.ts'

const events = 20_000

/** Milliseconds from the start of the process until its views reflect the log, and its largest RSS in MB (Linux). */
type Start = { readonly ms: number; readonly rssMb: number }

const peakRssMb = (pid: number | undefined): number => {
  if (process.platform !== 'linux') return Number.NaN
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

const start = async (dataDir: string, env: NodeJS.ProcessEnv): Promise<Start> => {
  const startedAt = performance.now()
  const { child, url, stop } = await startEndcap(dataDir, undefined, env)
  try {
    while ((await fetch(`${url}/readyz`)).status !== 200) await new Promise(resolve => setTimeout(resolve, 10))
    return { ms: performance.now() - startedAt, rssMb: peakRssMb(child.pid) }
  } finally {
    await stop()
  }
}

const cli = fileURLToPath(new URL('../../src/cli/endcap.ts', import.meta.url))

/** A command of endcap on the same stores: milliseconds until it has ended, and its RSS, looked at ten times a second. */
const ran = async (command: string, dataDir: string, env: NodeJS.ProcessEnv): Promise<Start> => {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [cli, command], {
    env: { ...process.env, EVENTSTOREDB_URL: undefined, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let rssMb = 0
  const look = () => {
    // between its end and our hearing of it there is nothing to read
    if (child.exitCode === null) rssMb = peakRssMb(child.pid) || rssMb
  }
  const looking = setInterval(look, 100)
  const [code] = await once(child, 'exit').finally(() => clearInterval(looking))
  if (code !== 0) throw new Error(`endcap ${command} exited with ${code}`)
  return { ms: performance.now() - startedAt, rssMb }
}

/** Removes everything but the secrets, without which no node starts on a log with events. */
const removeViews = async (mongoUrl: string): Promise<void> => {
  const client = new MongoClient(mongoUrl)
  try {
    for (const collection of await client.db().collections())
      if (collection.collectionName !== 'secrets') await collection.drop()
  } finally {
    await client.close()
  }
}

/**
 * The first start of a node on an empty MongoDB, beside the same start with views up to date; then `endcap verify`, and `endcap rebuild` of
 * all views, on the same stores.
 */
export const measureFirstStart: Measure = async ({ rounds, dir, progress }) => {
  const server = await startMongo()
  const env = { MONGODB_URL: server.url }
  const starts = { first: [] as Start[], next: [] as Start[], verify: [] as Start[], rebuild: [] as Start[] }
  try {
    progress('first start: filling the log')
    await fillSaves(join(dir, 'log'), events, env)
    for (let round = 1; round <= rounds; round++) {
      progress(`round ${round} of ${rounds}: first start on MongoDB`)
      await removeViews(server.url)
      starts.first.push(await start(join(dir, 'log'), env))
      starts.next.push(await start(join(dir, 'log'), env))
      for (const command of ['verify', 'rebuild'] as const)
        starts[command].push(await ran(command, join(dir, 'log'), env))
    }
  } finally {
    await server.close()
  }
  const all = (name: keyof typeof starts, part: keyof Start) => starts[name].map(each => each[part])
  const perSecond = starts.first.map(({ ms }, i) => events / ((ms - (starts.next[i]?.ms ?? 0)) / 1_000))
  const where = process.env.MONGODB_URL ? 'the server of MONGODB_URL' : 'FerretDB'
  const rss = (name: keyof typeof starts): string => `${shown(median(all(name, 'rssMb')))} MB`
  const ofCommand = (name: 'verify' | 'rebuild') =>
    `endcap ${name} on MongoDB: ${shown(median(all(name, 'ms').map(ms => events / (ms / 1_000))))} events/s with its own start, peak RSS ${rss(name)}`
  return {
    lines: [
      compare(
        { work: 'first start on MongoDB, 20,000 events', unit: 'ms', peer: 'start with views up to date' },
        all('first', 'ms'),
        all('next', 'ms'),
      ),
    ],
    notes: [
      `first start on MongoDB: ${where}: ${shown(median(perSecond))} events/s beyond the start, peak RSS ${rss('first')} against ${rss('next')} with views up to date`,
      ofCommand('verify'),
      ofCommand('rebuild'),
    ],
  }
}
