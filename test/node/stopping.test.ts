import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { stopSteps } from '../../src/node/stopping.ts'
import { inTime } from '../support/waiting/in-time.ts'

const test = suite('the steps of a stop')
const silent = { fatal: () => undefined }

test('ends everything in the reverse order of its start', async () => {
  const ended: string[] = []
  const steps = stopSteps(silent)
  for (const what of ['the log', 'the stores', 'requests']) steps.add(what, async () => void ended.push(what))
  await steps.stop()
  assert.equal(ended, ['requests', 'the stores', 'the log'])
})

/** What a process with a job that never ends logged, and its exit code after these signals. */
const signalled = async (deadlineMs: number, signals: readonly NodeJS.Signals[]) => {
  const program = new URL('../support/programs/endless-stop.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [program, String(deadlineMs)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const lines: string[] = []
  const output = createInterface({ input: child.stdout }).on('line', line => lines.push(line))
  try {
    await inTime('the process', once(output, 'line'))
    for (const signal of signals) child.kill(signal)
    const [code] = await inTime('its end', exited)
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

test('a second signal ends the process at once', async () => {
  // two of one kind might arrive as one
  const { code, lines } = await signalled(3_600_000, ['SIGTERM', 'SIGINT'])
  assert.equal([code, lines], [1, ['running']])
})

test.run()
