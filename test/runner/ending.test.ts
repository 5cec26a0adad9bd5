import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import packageJson from '../../package.json' with { type: 'json' }
import { inFolder } from '../support/memory/secrets.ts'
import { bareEnvironment } from '../support/programs/bare-environment.ts'
import { isHalted } from '../support/programs/halted.ts'
import { inTime } from '../support/waiting/in-time.ts'
import { until } from '../support/waiting/until.ts'

/** Where this file, run by the tests below, notes the processes that it must not leave, and what else it does. */
const { ENDLESS_TEST: notes, CRASHING_TEST: crashes, COMPUTING_TEST: computes } = process.env
const test = suite('the end of a run of tests')

/** A run of this file alone, by the script of `npm test`. */
const runOf = (env: Readonly<Record<string, string>>) => {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  return spawn('sh', ['-c', `${packageJson.scripts.test} test/runner/ending`], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: { ...bareEnvironment(), PATH, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
const allEnd = async (text: string) => {
  for (const pid of text.split(' ').slice(0, 2))
    await until(
      () => isHalted(Number(pid)),
      halted => halted,
    )
}

if (notes !== undefined)
  test('never ends, and has started a program', async () => {
    const program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    await once(program, 'spawn')
    await writeFile(notes, `${process.pid} ${program.pid} .`)
    if (crashes !== undefined) process.kill(process.pid, 'SIGKILL')
    while (computes !== undefined);
    await once(program, 'exit')
  })
else {
  test('a file that brings its lane down fails the run, and leaves no program that it started', () =>
    inFolder(async folder => {
      const noted = join(folder, 'noted')
      const run = runOf({ ENDLESS_TEST: noted, CRASHING_TEST: '1' })
      try {
        assert.equal(await inTime('its end', once(run, 'exit')), [1, null])
        await allEnd(await readFile(noted, 'utf8'))
      } finally {
        run.kill()
      }
    }))

  const signals = ['SIGTERM', 'SIGINT', 'SIGKILL'] as const
  const runs = signals.map(signal => ({ signal, what: 'the tests and the programs that they started', env: {} }))
  const computing = {
    signal: 'SIGINT',
    what: 'a test that computes without a pause',
    env: { COMPUTING_TEST: '1' },
  } as const
  for (const { signal, what, env } of [...runs, computing])
    test(`${signal} to the shell of \`npm test\` ends ${what}`, () =>
      inFolder(async folder => {
        const noted = join(folder, 'noted')
        const shell = runOf({ ENDLESS_TEST: noted, ...env })
        const exited = once(shell, 'exit')
        const text = await until(
          () => readFile(noted, 'utf8').catch(() => ''),
          note => note.endsWith('.'),
        )
        shell.kill(signal)
        const ended = await inTime('its end', exited)
        assert.equal(ended, { SIGTERM: [143, null], SIGINT: [130, null], SIGKILL: [null, 'SIGKILL'] }[signal])
        await allEnd(text)
      }))
}

test('each script becomes the program that it starts, because npm sends signals to its shell only', () => {
  const chains = ['check', 'format']
  for (const [name, script] of Object.entries(packageJson.scripts))
    if (!chains.includes(name)) assert.match(script, /^(?:\w+=\S+ )*exec [^&|;]+$/, name)
})

test.run()
