import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bareEnvironment } from '../support/programs/bare-environment.ts'
import { inTime } from '../support/waiting/in-time.ts'

const test = suite('bars on a terminal')
const program = new URL('../support/programs/endless-bar.ts', import.meta.url).pathname
/** What hides the cursor and ends the wrapping of lines, and what gives both back. */
const [taken, given] = [/\x1b\[\?(?:25|7)l/g, /\x1b\[\?(?:25|7)h/g]

/** How a command with a bar ended after a signal, and what it wrote to the terminal. */
const signalled = async (signal: NodeJS.Signals, ...args: readonly string[]) => {
  const child = spawn(process.execPath, [program, ...args], {
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = text(child.stderr)
  const exited = once(child, 'exit')
  try {
    await inTime('the bar', once(child.stdout, 'data'))
    child.kill(signal)
    return { ended: await inTime('its end', exited), written: await written }
  } finally {
    child.kill('SIGKILL')
  }
}
const assertRestored = (written: string) => {
  assert.is(written.match(taken)?.length, 4)
  assert.is(written.match(given)?.length, 4)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`a command that ${signal} ends leaves the terminal as it was`, async () => {
    const { ended, written } = await signalled(signal)
    assert.equal(ended, [null, signal])
    assertRestored(written)
  })

test('a command with a way of its own to end takes it', async () => {
  const { ended, written } = await signalled('SIGINT', 'own')
  assert.equal(ended, [7, null])
  assertRestored(written)
})

test.run()
