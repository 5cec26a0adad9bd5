import { fork } from 'node:child_process'
import { join } from 'node:path'
import { median, shown } from '../numbers.ts'
import { compare } from '../report.ts'
import type { Measure, Options } from './measure.ts'
import { fillLog } from './replay/fill-log.ts'

const events = 1_000_000
const documents = 100_000
/** Heap limit of the main thread in MiB; the building thread has its own limit. */
const heap = 256

/** Compiled code is kept, as for a node by `npm start`. */
const compiled = new URL('../../node_modules/.cache/compiled', import.meta.url).pathname

/** A replay is long, so it runs only in every third round. */
const roundsForOne = 3

/** CPU time of all threads, in microseconds per event. */
type Result = { readonly perSecond: number; readonly cpuMicros: number; readonly rssMb: number }

const runFile = (file: string, args: readonly string[], execArgv: readonly string[] = []): Promise<Result> =>
  new Promise((resolve, reject) => {
    const child = fork(new URL(`./replay/${file}`, import.meta.url), args, {
      execArgv: [...execArgv],
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    let result: Result | undefined
    child.on('message', message => {
      result = message as Result
    })
    child.on('exit', code =>
      result && code === 0 ? resolve(result) : reject(new Error(`${file} exited with ${code}`)),
    )
  })

const rebuild = (dir: string, name: string, { profiles }: Options): Promise<Result> => {
  const profiling = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`]
  const module = new URL(`./replay/${name}.ts`, import.meta.url).href
  return runFile('rebuild.ts', [dir, module], [`--max-old-space-size=${heap}`, ...profiling])
}

/**
 * A view of 100,000 documents built from 1,000,000 events, with documents that fit into memory and with larger ones.
 */
export const measureReplay: Measure = async options => {
  const { progress } = options
  const rounds = Math.ceil(options.rounds / roundsForOne)
  const dir = join(options.dir, 'log')
  progress('replay: filling the log with the first half')
  await fillLog(dir, documents, 0, events / 2)
  const halfRss = (await rebuild(dir, 'small', options)).rssMb
  progress('replay: filling the log with the second half')
  await fillLog(dir, documents, events / 2, events)
  const results = {
    small: [] as Result[],
    large: [] as Result[],
    smallBound: [] as Result[],
    largeBound: [] as Result[],
  }
  for (let round = 1; round <= rounds; round++)
    for (const name of ['small', 'large'] as const) {
      progress(`round ${round} of ${rounds}: replay, ${name} documents`)
      results[name].push(await rebuild(dir, name, options))
      results[`${name}Bound`].push(await runFile('from-memory.ts', [dir, name], ['--max-old-space-size=8192']))
    }
  const rates = (of: readonly Result[]) => of.map(result => result.perSecond)
  const what = { unit: 'events/s', peer: 'parse + fold from memory' }
  const rss = Math.max(...[...results.small, ...results.large].map(result => result.rssMb))
  const fits = { ...what, work: 'replay, documents fit', budget: { atLeast: 0.6 } }
  const beyond = { ...what, work: 'replay, beyond', budget: { atLeast: 0.15 } }
  const memory = {
    unit: 'MB',
    peer: 'bound',
    work: 'replay, peak RSS',
    project: rss,
    peerValue: 400,
    ratio: rss / 400,
    budget: { atMost: 1 },
    ok: rss <= 400,
  }
  const whole = median(results.small.map(result => result.rssMb))
  return {
    lines: [
      compare(fits, rates(results.small), rates(results.smallBound)),
      compare(beyond, rates(results.large), rates(results.largeBound)),
      memory,
      {
        ...memory,
        work: 'replay, RSS of double log',
        project: whole,
        peer: 'half the log',
        peerValue: halfRss,
        ratio: whole / halfRss,
        budget: { atMost: 1.15 },
        ok: whole / halfRss <= 1.15,
      },
    ],
    notes: (['small', 'large'] as const).map(name => {
      const middle = (of: readonly Result[], part: keyof Result) => shown(median(of.map(result => result[part])))
      const [built, bound] = [results[name], results[`${name}Bound`]]
      const cpu = `${middle(built, 'cpuMicros')} µs of CPU per event, from memory ${middle(bound, 'cpuMicros')}`
      return `replay: ${name} documents: peak RSS ${middle(built, 'rssMb')} MB; ${cpu}`
    }),
  }
}
