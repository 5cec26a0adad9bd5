import { fork } from 'node:child_process'
import { join } from 'node:path'
import { startMongo } from '../../test/support/servers/mongodb.ts'
import { median, shown } from '../numbers.ts'
import { compare } from '../report.ts'
import type { Measure } from './measure.ts'
import { fillLog } from './replay/fill-log.ts'

/** They fit into a rebuild's working set: FerretDB scans all documents for each replacement. */
const documents = 18_000
const events = 90_000

type Result = {
  readonly perSecond: number
  readonly plainPerSecond: number
  readonly cpuMicros: number
  readonly rssMb: number
}

const runRebuild = (args: readonly string[]): Promise<Result> =>
  new Promise((resolve, reject) => {
    const child = fork(new URL('./mongodb/rebuild.ts', import.meta.url), args, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    let result: Result | undefined
    child.on('message', message => {
      result = message as Result
    })
    child.on('exit', code => (result && code === 0 ? resolve(result) : reject(new Error(`it exited with ${code}`))))
  })

/**
 * A view rebuilt in MongoDB from 5 events per document, compared with a plain bulkWrite of the same documents to the
 * same server.
 */
export const measureMongodb: Measure = async ({ rounds, dir, progress }) => {
  const log = join(dir, 'log')
  progress('mongodb: filling the log')
  await fillLog(log, documents, 0, events)
  const results = { small: [] as Result[], large: [] as Result[] }
  for (let round = 0; round <= rounds; round++)
    for (const name of ['small', 'large'] as const) {
      progress(`round ${round} of ${rounds}: rebuild in MongoDB, ${name} documents`)
      const server = await startMongo()
      const result = await runRebuild([log, server.url, name]).finally(server.close)
      // the first round warms up the machine's caches
      if (round > 0) results[name].push(result)
    }
  const budget = { atLeast: 0.5 }
  const names = ['small', 'large'] as const
  return {
    lines: names.map(name =>
      compare(
        { work: `rebuild in MongoDB, ${name}`, unit: 'documents/s', peer: 'plain bulkWrite', budget },
        results[name].map(result => result.perSecond),
        results[name].map(result => result.plainPerSecond),
      ),
    ),
    notes: names.map(name => {
      const middle = (part: keyof Result) => shown(median(results[name].map(result => result[part])))
      const server = process.env.MONGODB_URL ? 'the server of MONGODB_URL' : 'FerretDB'
      return `mongodb: ${server}, ${name} documents: peak RSS ${middle('rssMb')} MB, ${middle('cpuMicros')} µs of CPU per document`
    }),
  }
}
