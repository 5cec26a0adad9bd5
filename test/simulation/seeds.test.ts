import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Report } from './simulate.ts'
import { simulateAll } from './threads.ts'

const count = Number(process.env.SIMULATION_SEEDS ?? (process.env.TEST_WHOLE ? 1_000 : 100))

const simulated = async (seeds: readonly number[], threads = 1): Promise<ReadonlyMap<number, Report>> => {
  const reports = new Map<number, Report>()
  await simulateAll(seeds, undefined, threads, report => {
    reports.set(report.seed, report)
    if (reports.size % 20 === 0) console.log(`${reports.size} of ${seeds.length} seeds`)
    for (const failure of report.failures) console.log(`seed ${report.seed}: ${failure}`)
  })
  return reports
}

test(`keeps every promise whatever goes wrong, with ${count} seeds`, async () => {
  const seeds = Array.from({ length: count }, (_, i) => i + 1)
  const reports = await simulated(seeds, availableParallelism())
  const failed = seeds.filter(seed => reports.get(seed)?.failures.length !== 0)
  const again = failed.slice(0, 5).map(seed => `npm run test:simulation -- --seed ${seed}`)
  assert.equal(failed, [], `repeat it with ${again.join(' or ')}`)
  const accepted = reports.values().reduce((sum, report) => sum + report.accepted, 0)
  assert.ok(accepted > 10 * count, `only ${accepted} requests were accepted: there was no real work`)
})

test('a seed repeats its simulation, whatever ran before it in the same process', async () => {
  const seeds = [5, 8, 11, 13]
  const forwards = await simulated(seeds)
  const backwards = await simulated(seeds.toReversed())
  for (const seed of seeds) assert.equal(backwards.get(seed), forwards.get(seed))
})

test('a seed repeats its simulation in another process', async () => {
  const before = await simulated([5, 8])
  const { stdout } = await promisify(execFile)(process.execPath, ['test/simulation/run.ts', '--seed', '8'])
  assert.match(stdout, `; ${before.get(8)?.fingerprint}): as promised`)
})

test('another seed is another simulation', async () => {
  const reports = await simulated([21, 22])
  assert.is.not(reports.get(21)?.fingerprint, reports.get(22)?.fingerprint)
})

test.run()
