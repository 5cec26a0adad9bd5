import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bareEnvironment } from '../support/programs/bare-environment.ts'
import { endcap } from '../support/programs/endcap.ts'

const test = suite('endcap dsp-sandbox')

/** Starts the sandbox as from a shell; its variables, and a function that ends it and gives its exit code. */
const started = async (...args: readonly string[]) => {
  const child = spawn(process.execPath, ['src/cli/endcap.ts', 'dsp-sandbox', '--port', '0', ...args], {
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const env: Record<string, string> = {}
  for await (const line of createInterface(child.stdout)) {
    const [name = '', ...value] = line.split('=')
    env[name] = value.join('=')
    if (name === 'DSP_REDIRECT_URL') break
  }
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    return (await ended)[0]
  }
  return { env, stop }
}

test('prints the variables of a node, answers on this machine, and ends on SIGTERM', async () => {
  const { env, stop } = await started('--client-id', 'garden')
  assert.equal(Object.keys(env).sort(), [
    'DSP_AUTH_URL',
    'DSP_CLIENT_ID',
    'DSP_CLIENT_SECRET',
    'DSP_REDIRECT_URL',
    'DSP_TOKEN_URL',
    'DSP_URL',
  ])
  assert.is(env.DSP_CLIENT_ID, 'garden')
  assert.match(env.DSP_URL ?? '', /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.match(await (await fetch(env.DSP_URL ?? '')).text(), 'What arrived')
  assert.is(await stop(), 0)
})

test('says what is wrong with an option, or with its address', async () => {
  for (const [args, expected, message] of [
    [['--port', '65536'], 2, /--port must be a whole number from 0 to 65535/],
    [['--advertisers', 'many'], 2, /--advertisers must be a whole number/],
    [['--host', '203.0.113.1'], 1, /cannot listen on 203\.0\.113\.1:8090 \(EADDRNOTAVAIL\)/],
  ] as const) {
    const { code, err } = await endcap(['dsp-sandbox', ...args], {})
    assert.is(code, expected)
    assert.match(err, message)
  }
})

test.run()
