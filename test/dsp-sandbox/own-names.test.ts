import { request } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningSandbox, startDspSandbox } from '../../src/dsp-sandbox/start.ts'

const test = suite('names of the DSP sandbox')
let sandbox: RunningSandbox
test.before(async () => {
  sandbox = await startDspSandbox({ names: ['DSP.test'] })
})
test.after(() => sandbox?.stop())

const statusFor = (host: string, path = '/', method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(sandbox.url)
    const asked = request({ host: '127.0.0.1', port, path, method, headers: { host }, agent: false }, response => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asked.on('error', reject)
    asked.end()
  })

test('a page whose name leads here reads nothing and presses nothing', async () => {
  const before = sandbox.arrivals.length
  for (const host of [
    'evil.test',
    'evil.test:80',
    'localhost.evil.test',
    'localhost@evil.test',
    'evil.test@localhost',
    'evil.test/localhost',
    '203.0.113.1',
    '0.0.0.0',
  ])
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/sandbox/creatives'],
      ['POST', '/sandbox/reset'],
      ['POST', '/token'],
    ] as const)
      assert.is(await statusFor(host, path, method), 421, `${host} ${path}`)
  assert.is(sandbox.arrivals.length, before)
})

test('names of this machine and those that it was given reach it, at any port', async () => {
  for (const host of [
    'localhost',
    'LOCALHOST:8090',
    '127.0.0.1',
    '127.0.0.2:1',
    '[::1]:99',
    'dsp.test',
    'dsp.test:443',
  ])
    assert.is(await statusFor(host), 200, host)
})

test.run()
