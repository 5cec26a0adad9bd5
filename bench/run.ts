import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mongoServer } from '../test/support/servers/mongodb.ts'
import { machine } from './machine.ts'
import { measureAppend } from './measure/append.ts'
import { measureCampaign } from './measure/campaign.ts'
import { measureEventStoreDb } from './measure/eventstoredb.ts'
import { measureExport } from './measure/export.ts'
import { measureFeeds } from './measure/feeds.ts'
import { measureFirstStart } from './measure/first-start.ts'
import { type HttpRow, measureHttp } from './measure/http.ts'
import type { Measure } from './measure/measure.ts'
import { measureMongodb } from './measure/mongodb.ts'
import { measureReplay } from './measure/replay.ts'
import { measureServers } from './measure/servers.ts'
import { measureStart } from './measure/start.ts'
import { type Report, tableOf } from './report.ts'

const eventStoreUrl = process.env.EVENTSTOREDB_URL
const http = ['command', 'query', 'mixed'] as const
const alone: Readonly<Record<string, Measure>> = {
  append: measureAppend,
  replay: measureReplay,
  start: measureStart,
  campaign: measureCampaign,
  feeds: measureFeeds,
  ...(eventStoreUrl ? { eventstoredb: measureEventStoreDb(eventStoreUrl) } : {}),
  ...(mongoServer() ? { mongodb: measureMongodb, 'first-start': measureFirstStart, servers: measureServers } : {}),
  export: measureExport,
}
const rowNames = [...http, ...Object.keys(alone)]

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    profiles: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const usage = `npm run bench -- [--only ${rowNames.join(',')}] [--rounds 3] [--seconds 2] [--profiles <folder>] [--json]`

/** What to measure; exits on invalid arguments. */
const asked = (): { readonly wanted: ReadonlySet<string>; readonly rounds: number; readonly seconds: number } => {
  const wanted = new Set(values.only?.split(',').map(name => name.trim()) ?? rowNames)
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  const known = [...wanted].every(name => rowNames.includes(name)) && rounds >= 1 && seconds > 0
  if (known && !values.help) return { wanted, rounds, seconds }
  console.error(usage)
  process.exit(values.help ? 0 : 2)
}

const { wanted, rounds, seconds } = asked()
const progress = (text: string) => {
  if (!process.stderr.isTTY) process.stderr.write(`${text}\n`)
  else process.stderr.write(`\r\x1b[K${text}`)
}
const base = await mkdtemp(join(tmpdir(), 'endcap-bench-'))
process.once('exit', () => rmSync(base, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const { text: where, shared } = await machine(base)
if (shared) console.error('other processes use this machine: expect noise')
if (values.profiles) await mkdir(values.profiles, { recursive: true })

const nothing = (name: string, error: unknown): Report => {
  process.exitCode = 1
  return { lines: [], notes: [`${name} was not measured: ${error instanceof Error ? error.stack : error}`] }
}
/** Runs one measure in a separate folder. An error is noted, and the others continue. */
const run = async (name: string, measure: Measure): Promise<Report> => {
  const dir = join(base, name)
  await mkdir(dir)
  const startedAt = performance.now()
  const report = await measure({ rounds, seconds, profiles: values.profiles, dir, progress }).catch(error =>
    nothing(name, error),
  )
  progress(`${name} took ${Math.round((performance.now() - startedAt) / 1000)} s`)
  await rm(dir, { recursive: true, force: true })
  return report
}

const overHttp: HttpRow[] = http.filter(name => wanted.has(name))
const measures: [string, Measure][] = Object.entries(alone).filter(([name]) => wanted.has(name))
if (overHttp.length > 0) measures.unshift(['http', measureHttp(overHttp)])
const reports: Report[] = []
for (const [name, measure] of measures) reports.push(await run(name, measure))
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
const lines = reports.flatMap(report => report.lines)
const notes = reports.flatMap(report => report.notes)
if (values.json) console.log(JSON.stringify({ machine: where, rounds, seconds, lines, notes }, null, 2))
else console.log([where, '', tableOf(lines), '', ...notes.map(note => `- ${note}`)].join('\n'))
