import { glob } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { chromiumUser, sandboxEnvironment } from '../src/adapters/renderer/process/chromium-user.ts'
import { findChromium } from '../src/adapters/renderer/process/program.ts'
import { endsBySignals } from './runner/ends-by-signals.ts'
import { endLanes, type Outcome, runInLanes } from './runner/lanes.ts'
import { hasFerretDb, startFerretDb, whyNoFerretDb } from './support/servers/ferretdb.ts'

/**
 * Runs the test files, a few at a time, and ends with the line `N passed, N failed`. Words on the command line choose the files whose
 * path holds one of them. Suites on real servers run when files were chosen, or when TEST_WHOLE is set.
 */

const root = new URL('..', import.meta.url).pathname

endsBySignals(endLanes)

const chosen = process.argv.slice(2)
if (chosen.length === 0 && !process.env.TEST_WHOLE) process.env.TEST_WITHOUT_SERVERS = '1'

const files: string[] = []
for await (const file of glob('test/**/*.test.ts', { cwd: root })) files.push(file)
/** What waits for processes, leases and outages goes first, so that the run does not end with it. */
const isLong = (file: string) => /^test\/(?:nodes?|crash|faults|cli|simulation|processes\/dsp)\//.test(file)
const wanted = files
  .filter(f => chosen.length === 0 || chosen.some(c => relative('.', f).includes(c)))
  .sort((a, b) => Number(isLong(b)) - Number(isLong(a)) || (a < b ? -1 : 1))

// child processes load the same files again and again; compiled code is cached, as npm start caches it
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')

const sandbox = await sandboxEnvironment(process.env)
if (sandbox.CHROMIUM_NO_SANDBOX)
  console.log(
    'this machine denies user namespaces: Chromium runs without its sandbox, and tests of the sandbox are skipped',
  )
Object.assign(process.env, sandbox)

// on a fresh machine, or every lane would unpack it beside tests of limits; what goes wrong with it is for its own tests to say
if (chosen.length === 0) await findChromium(undefined, await chromiumUser()).catch(() => undefined)

const outcomes: Outcome[] = []
const report = (where: string) => (outcome: Outcome) => {
  outcomes.push(outcome)
  const { file, passed, failed, output, ms, processor } = outcome
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${file}${where} (${passed} tests, ${(ms / 1000).toFixed(1)} s, processor ${processor.toFixed(1)} s)`,
  )
  for (const [line] of output.matchAll(/^skipped: .*$/gm)) console.log(`     ${line}`)
  if (failed > 0) console.log(output.replace(/^/gm, '     '))
}
/** One more than the number of cores, because many tests spend part of their time waiting. */
const lanes = Math.min(4, availableParallelism() + 1)
/** What waits much of its time, for outages, leases, time-outs and Schemathesis: one after the other, beside those that compute. */
const waiting = [
  'clients/schemathesis',
  'nodes/dsp-export-killed',
  'faults/mongodb-outages',
  'faults/mongodb-away',
  'faults/event-store-outages',
  'faults/event-store-away',
  'adapters/event-log/eventstoredb-runs',
  'adapters/read-models/mongodb-away',
  'adapters/renderer/faults',
  'adapters/renderer/lost-chromium',
  'adapters/cloud-storage/guard',
  'adapters/event-log/eventstoredb-run-once',
  'adapters/event-log/eventstoredb-secured',
  'adapters/fetcher/guarded',
  'adapters/mailer/smtp',
  'adapters/read-models/mongodb-log-of-views',
  'adapters/read-models/mongodb-refusals',
  'adapters/threads/bounded-thread',
  'api/dsp-reconcile',
  'node/readiness',
].map(name => `test/${name}.test.ts`)
const waits = (file: string) => waiting.includes(file)

/** Suites that cover the whole service; they run a second time with the read models on a real server. */
const again = wanted.filter(file =>
  /test\/(?:api\/(?:audit|campaigns|keys|media-channels|retail-flow)|cli\/erase)\.test\.ts$/.test(file),
)
const runAgain = async () => {
  if (again.length === 0 || process.env.MONGODB_URL) return
  if (hasFerretDb()) {
    const server = await startFerretDb()
    await runInLanes(again, 1, { MONGODB_URL: server.url }, report(' on MongoDB')).finally(server.close)
  } else console.log(`skipped: a second pass on MongoDB: ${whyNoFerretDb()}`)
}

/** Every lane takes its next file here. */
const computing = Iterator.from(wanted.filter(file => !waits(file)))
const compute = (count: number) => runInLanes(computing, count, {}, report(''))
const beside = wanted.filter(waits)
const runBeside = async () => {
  await runInLanes(beside, 1, {}, report(''))
  await runAgain()
  // three lanes alone would leave a core idle while one of them waits
  if (beside.length > 0) await compute(1)
}
await Promise.all([runBeside(), compute(lanes)])

const sum = (pick: (o: Outcome) => number) => outcomes.reduce((total, o) => total + pick(o), 0)
const [passed, failed, skipped] = [sum(o => o.passed), sum(o => o.failed), sum(o => o.skipped)]
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
