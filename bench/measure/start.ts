import { join } from 'node:path'
import { startEndcap } from '../contestants/endcap.ts'
import { compare } from '../report.ts'
import type { Measure, Options } from './measure.ts'
import { fillSaves } from './start/fill-saves.ts'

const events = 100_000
/** Starts per store and round: a start is short, and disturbances last long. */
const startsPerRound = 3

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
  await fillSaves(full, events)
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
