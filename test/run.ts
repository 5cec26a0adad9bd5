import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { glob, mkdtemp } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { hasFerretDb, startFerretDb } from './support/servers/ferretdb.ts'

/** Runs every test file in a process of its own, a few at a time, and ends with the line `N passed, N failed`. */

type Outcome = {
  readonly file: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly output: string
  readonly ms: number
}

const root = new URL('..', import.meta.url).pathname
/** A file that says nothing for this long has hung. */
const limitMs = 240_000

const count = (output: string, word: string): number =>
  [...output.matchAll(new RegExp(`${word}:\\s+(\\d+)`, 'g'))].reduce((sum, match) => sum + Number(match[1]), 0)

const runFile = (file: string, env: Readonly<Record<string, string>>): Promise<Outcome> =>
  new Promise(resolve => {
    const started = performance.now()
    const child = spawn(process.execPath, [file], {
      cwd: root,
      env: { ...process.env, ...env, FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const gather = (chunk: Buffer) => {
      output += chunk.toString()
      hung.refresh()
    }
    child.stdout.on('data', gather)
    child.stderr.on('data', gather)
    const hung = setTimeout(() => {
      output += `\nthe file said nothing for ${limitMs / 1000} s\n`
      child.kill('SIGKILL')
    }, limitMs)
    child.on('close', code => {
      clearTimeout(hung)
      const [total, passed, skipped] = [count(output, 'Total'), count(output, 'Passed'), count(output, 'Skipped')]
      // a file that broke off before its suites ended counts as one failure more
      const broken = (code !== 0 && total === passed) || total + skipped === 0 ? 1 : 0
      resolve({
        file,
        passed,
        skipped,
        failed: total - passed + broken,
        output,
        ms: performance.now() - started,
      })
    })
  })

const chosen = process.argv.slice(2)
const files: string[] = []
for await (const file of glob('test/**/*.test.ts', { cwd: root })) files.push(file)
/** What waits for processes, leases and outages goes first, so that the run does not end with it. */
const isLong = (file: string) => /^test\/(?:nodes|crash|faults|cli)\//.test(file)
const wanted = files
  .filter(f => chosen.length === 0 || chosen.some(c => relative('.', f).includes(c)))
  .sort((a, b) => Number(isLong(b)) - Number(isLong(a)) || (a < b ? -1 : 1))

// hundreds of processes load the same files: what the first ones compiled is kept for the others, until the run ends
const compiled = await mkdtemp(join(tmpdir(), 'endcap-compiled-'))
process.env.NODE_COMPILE_CACHE = compiled
process.once('exit', () => rmSync(compiled, { recursive: true, force: true }))

const outcomes: Outcome[] = []
/** Runs files two at a time; `where` says on what, when it is not on the embedded stores. */
const runAll = async (all: readonly string[], where = '', env: Readonly<Record<string, string>> = {}) => {
  const waiting = [...all]
  const worker = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const outcome = await runFile(file, env)
      outcomes.push(outcome)
      const mark = outcome.failed === 0 ? 'ok  ' : 'FAIL'
      console.log(`${mark} ${file}${where} (${outcome.passed} tests, ${(outcome.ms / 1000).toFixed(1)} s)`)
      for (const [line] of outcome.output.matchAll(/^skipped: .*$/gm)) console.log(`     ${line}`)
      if (outcome.failed > 0) console.log(outcome.output.replace(/^/gm, '     '))
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(2, availableParallelism())) }, worker))
}
await runAll(wanted)

/** Suites that go over the whole service: they run a second time with the read models on a real server. */
const again = wanted.filter(file =>
  /test\/api\/(?:audit|campaigns|keys|media-channels|retail-flow)\.test\.ts$/.test(file),
)
if (again.length > 0 && !process.env.MONGODB_URL) {
  if (hasFerretDb()) {
    const server = await startFerretDb()
    await runAll(again, ' on MongoDB', { MONGODB_URL: server.url }).finally(server.close)
  } else console.log('skipped: a second pass on MongoDB, as test/servers/install has not built FerretDB')
}

const sum = (pick: (o: Outcome) => number) => outcomes.reduce((total, o) => total + pick(o), 0)
const [passed, failed, skipped] = [sum(o => o.passed), sum(o => o.failed), sum(o => o.skipped)]
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
