import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { demoEnvironment } from '../../examples/demo/arguments.ts'

const test = suite('arguments and environment of the demo')
const demo = fileURLToPath(new URL('../../examples/demo.ts', import.meta.url))

const ranWith = (argument: string) =>
  new Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>(resolve =>
    execFile(process.execPath, [demo, argument], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    ),
  )

test('--help shows the usage and runs nothing', async () => {
  const { code, stdout } = await ranWith('--help')
  assert.is(code, 0)
  assert.match(stdout, 'npm run demo [-- --serve]')
  assert.not.match(stdout, 'import:')
})

test('an unknown argument ends the demo with 2 before it does anything', async () => {
  const { code, stdout, stderr } = await ranWith('--sreve')
  assert.equal([code, stdout], [2, ''])
  assert.match(stderr, "Unknown option '--sreve'")
  assert.match(stderr, '--help')
})

test('the service of the demo gets no stores, keys or mail servers of the environment', () => {
  const real = {
    EVENTSTOREDB_URL: 'esdb://es1:2113',
    MONGODB_URL: 'mongodb://m1/endcap',
    BLOB_URL: 's3://bucket',
    SECRETS_KEY: 'k1:…',
    SMTP_URL: 'smtp://mail.example.com',
    PROJECTIONS: '/srv/projections',
  }
  assert.equal(demoEnvironment({ ...real, PORT: '8099', CHROMIUM_NO_SANDBOX: '1' }), {
    CHROMIUM_NO_SANDBOX: '1',
    PORT: '8099',
  })
})

test.run()
