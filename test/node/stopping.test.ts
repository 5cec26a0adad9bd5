import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import packageJson from '../../package.json' with { type: 'json' }
import { stopSteps } from '../../src/node/stopping.ts'
import { inFolder } from '../support/memory/secrets.ts'
import { bareEnvironment } from '../support/programs/bare-environment.ts'
import { inTime } from '../support/waiting/in-time.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('the steps of a stop')
const silent = { fatal: () => undefined }

test('ends everything in the reverse order of its start', async () => {
  const ended: string[] = []
  const steps = stopSteps(silent)
  for (const what of ['the log', 'the stores', 'requests']) steps.add(what, async () => void ended.push(what))
  await steps.stop()
  assert.equal(ended, ['requests', 'the stores', 'the log'])
})

test('what cannot be ended keeps nothing else from ending, and is named', async () => {
  const ended: string[] = []
  const lines: object[] = []
  const steps = stopSteps({ fatal: (line: object) => void lines.push(line) })
  const failing = (what: string) => async () => {
    ended.push(what)
    throw new Error(`${what} failed`)
  }
  const before: boolean[] = []
  steps.add('the log', async hasFailed => {
    ended.push('the log')
    before.push(hasFailed)
  })
  steps.add('the stores', failing('the stores'))
  steps.add('jobs', failing('jobs'))
  steps.add('requests', hasFailed => void before.push(hasFailed))
  const why = await steps.stop().catch(error => error.message)
  assert.equal(ended, ['jobs', 'the stores', 'the log'])
  assert.equal(before, [false, true])
  assert.is(why, 'jobs failed')
  assert.equal(
    lines.map(line => ({ ...line, err: undefined })),
    ['jobs', 'the stores'].map(waitingFor => ({ waitingFor, err: undefined })),
  )
})

/** What a process with a job that never ends logged, and its exit code after these signals; `again` is sent until it ends. */
const signalled = async (deadlineMs: number, signals: readonly NodeJS.Signals[], again?: NodeJS.Signals) => {
  const program = new URL('../support/programs/endless-stop.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [program, String(deadlineMs)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const lines: string[] = []
  const output = createInterface({ input: child.stdout }).on('line', line => lines.push(line))
  const closed = once(output, 'close')
  try {
    await inTime('the process', once(output, 'line'))
    for (const signal of signals) child.kill(signal)
    if (again)
      await until(
        async () => child.kill(again) && child.exitCode === null,
        runs => !runs,
      )
    const [code] = await inTime('its end', exited)
    await inTime('its last line', closed)
    return { code, lines }
  } finally {
    child.kill('SIGKILL')
  }
}

test('a stop that does not end is given up at its deadline, with exit code 1 and a line that says why', async () => {
  const { code, lines } = await signalled(100, ['SIGTERM'])
  assert.is(code, 1)
  assert.is(lines.length, 2, lines.join('\n'))
  const { level, waitingFor, err } = JSON.parse(lines[1]!)
  assert.equal([level, waitingFor], [60, 'jobs'])
  assert.match(err.message, 'the node did not stop within 0.1 s: still waiting for jobs')
})

test('a terminal that is closed stops the node as SIGTERM does', async () => {
  const { code, lines } = await signalled(100, ['SIGHUP'])
  assert.equal([code, lines.length], [1, 2])
})

test('two signals that come together are one, as npm passes on what a terminal sends to both', async () => {
  const { code, lines } = await signalled(100, ['SIGTERM', 'SIGINT'])
  assert.equal([code, lines.length], [1, 2], 'it was ended before its deadline')
})

test('a later signal ends the process at once', async () => {
  const { code, lines } = await signalled(3_600_000, ['SIGTERM'], 'SIGINT')
  assert.equal([code, lines], [1, ['running']])
})

test('the shell of `npm start` becomes the node, so a signal to it stops the node, whose last line says so', () =>
  inFolder(async folder => {
    const { scripts } = packageJson
    for (const name of ['start', 'endcap', 'demo'] as const) assert.match(scripts[name], ' exec node ')
    const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
    const child = spawn('sh', ['-c', scripts.start], {
      cwd: new URL('../..', import.meta.url).pathname,
      env: { ...bareEnvironment(), PATH, PORT: '0', DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    const lines: { msg: string; url?: string }[] = []
    const output = createInterface({ input: child.stdout }).on('line', line => lines.push(JSON.parse(line)))
    const closed = once(output, 'close')
    try {
      const { url } = await until(
        async (): Promise<{ url?: string }> => lines.find(({ msg }) => msg === 'endcap is listening') ?? {},
        line => line.url !== undefined,
      )
      await until(
        () => fetch(`${url}/readyz`),
        ({ status }) => status === 200,
      )
      child.kill('SIGTERM')
      assert.equal(await inTime('its end', exited), [0, null])
      await inTime('its last line', closed)
      assert.is(lines.at(-1)?.msg, 'stopped')
    } finally {
      child.kill('SIGKILL')
    }
  }))

test.run()
