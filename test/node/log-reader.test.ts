import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bareEnvironment } from '../support/programs/bare-environment.ts'
import { freePort } from '../support/servers/free-port.ts'
import { adminKey, clientOf } from '../support/service/service.ts'
import { inTime } from '../support/waiting/in-time.ts'
import { until } from '../support/waiting/until.ts'

const test = suite<{ folder: string }>('the reader of the log')
const root = new URL('../..', import.meta.url).pathname

test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-log-reader-'))
})
test.after.each(({ folder }) => rm(folder, { recursive: true }))

/** A node whose stdout is a pipe, as in a shell, that nobody reads yet; `endReader` closes its other end. */
const started = async (folder: string) => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = openSync(pipe, constants.O_WRONLY)
  const port = await freePort()
  const env = { DATA_DIR: join(folder, 'data'), PORT: String(port), ADMIN_API_KEY: adminKey, RATE_LIMIT: 'off' }
  const child = spawn(process.execPath, ['src/node/main.ts'], {
    cwd: root,
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', writer, 'inherit'],
  })
  const ended = once(child, 'exit')
  closeSync(writer)
  const { call } = clientOf(`http://127.0.0.1:${port}`)
  const health = () => call('GET', '/healthz', undefined, { key: undefined })
  await until(
    () => health().catch(() => ({ status: 0 })),
    ({ status }) => status === 200,
  )
  return {
    health,
    endReader: () => closeSync(reader),
    /** The exit code after SIGTERM. */
    stopped: async () => {
      child.kill('SIGTERM')
      const [code] = await inTime('the node to end', ended).finally(() => child.kill('SIGKILL'))
      return code
    },
  }
}

test('a node whose log nobody reads any more stops on SIGTERM', async ({ folder }) => {
  const node = await started(folder)
  node.endReader()
  assert.is((await node.health()).status, 200)
  assert.is(await node.stopped(), 0)
})

test('a node answers and stops although the reader of its log stands still', async ({ folder }) => {
  const node = await started(folder)
  // about 200 bytes a line, of which a pipe holds 64 KiB
  for (let i = 0; i < 1_000; i++) assert.is((await inTime('an answer', node.health())).status, 200)
  assert.is(await node.stopped(), 0)
  node.endReader()
})

test.run()
