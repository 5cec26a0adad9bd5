import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** The first start of a node on an empty MongoDB, beside the same start with views up to date. */
export const measureFirstStart: Measure = async ({ rounds, dir, progress }) => {
  const server = await startMongo()
  const env = { MONGODB_URL: server.url }
  const starts = { first: [] as Start[], next: [] as Start[] }
  try {
    progress('first start: filling the log')
    await fillSaves(join(dir, 'log'), events, env)
    for (let round = 1; round <= rounds; round++) {
      progress(`round ${round} of ${rounds}: first start on MongoDB`)
      await removeViews(server.url)
      starts.first.push(await start(join(dir, 'log'), env))
      starts.next.push(await start(join(dir, 'log'), env))
    }
  } finally {
    await server.close()
  }
  const all = (name: keyof typeof starts, part: keyof Start) => starts[name].map(each => each[part])
  const perSecond = starts.first.map(({ ms }, i) => events / ((ms - (starts.next[i]?.ms ?? 0)) / 1_000))
  const where = process.env.MONGODB_URL ? 'the server of MONGODB_URL' : 'FerretDB'
  const rss = (name: keyof typeof starts) => `${shown(median(all(name, 'rssMb')))} MB`
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
    ],
  }
}
