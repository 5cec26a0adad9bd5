import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAppend } from './measure/append.ts'
import { measureExport } from './measure/export.ts'
import { type HttpRow, measureHttp } from './measure/http.ts'
import type { Measure } from './measure/measure.ts'
import { measureReplay } from './measure/replay.ts'
import { measureStart } from './measure/start.ts'
import { median } from './numbers.ts'
import { type Report, tableOf } from './report.ts'

const http = ['command', 'query', 'mixed'] as const
const alone: Readonly<Record<string, Measure>> = {
  append: measureAppend,
  replay: measureReplay,
  start: measureStart,
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

/** What to measure; ends the process when the arguments name something else. */
const asked = (): { readonly wanted: ReadonlySet<string>; readonly rounds: number; readonly seconds: number } => {
  const wanted = new Set(values.only?.split(',').map(name => name.trim()) ?? rowNames)
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  const known = [...wanted].every(name => rowNames.includes(name)) && rounds >= 1 && seconds > 0
  if (known && !values.help) return { wanted, rounds, seconds }
  console.error(usage)
  process.exit(values.help ? 0 : 2)
}

const { wanted, rounds, seconds } = asked()
const say = (text: string) => {
  if (!process.stderr.isTTY) process.stderr.write(`${text}\n`)
  else process.stderr.write(`\r\x1b[K${text}`)
}
/** Milliseconds that a sync of 500 bytes takes, in the median: it decides what a commit each costs, and what a group saves. */
const syncTime = async (dir: string): Promise<number> => {
  const file = await open(join(dir, 'sync'), 'w')
  const times: number[] = []
  for (let i = 0; i < 200; i++) {
    await file.write(Buffer.alloc(500))
    const startedAt = performance.now()
    await file.datasync()
    times.push(performance.now() - startedAt)
  }
  await file.close()
  return median(times)
}
const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.version}`
const base = await mkdtemp(join(tmpdir(), 'endcap-bench-'))
const load = loadavg()[0] ?? 0
const conditions = `load before ${load.toFixed(1)}, fdatasync ${(await syncTime(base)).toFixed(2)} ms`
if (load > availableParallelism() / 4) console.error(`others use this machine (load ${load.toFixed(1)}): expect noise`)
if (values.profiles) await mkdir(values.profiles, { recursive: true })

const run = async (name: string, measure: Measure): Promise<Report> => {
  const dir = join(base, name)
  await mkdir(dir)
  try {
    return await measure({ rounds, seconds, profiles: values.profiles, dir, say })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

const overHttp: HttpRow[] = http.filter(name => wanted.has(name))
const measures: [string, Measure][] = Object.entries(alone).filter(([name]) => wanted.has(name))
if (overHttp.length > 0) measures.unshift(['http', measureHttp(overHttp)])
const reports: Report[] = []
try {
  for (const [name, measure] of measures) reports.push(await run(name, measure))
} finally {
  await rm(base, { recursive: true, force: true })
}
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
const lines = reports.flatMap(report => report.lines)
const notes = reports.flatMap(report => report.notes)
if (values.json) console.log(JSON.stringify({ machine, conditions, rounds, seconds, lines, notes }, null, 2))
else console.log([`${machine}; ${conditions}`, '', tableOf(lines), '', ...notes.map(note => `- ${note}`)].join('\n'))
