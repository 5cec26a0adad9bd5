import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../support/servers/free-port.ts'
import { untilAnswers } from '../support/waiting/until.ts'

export const adminKey = 'crash-test-admin-key-0123456789abcdef'

export type Service = { readonly base: string; kill(signal: NodeJS.Signals): Promise<void> }

/** Starts the service in a separate process and waits until it is ready. */
export const startService = async (env: Readonly<Record<string, string>>): Promise<Service> => {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(process.execPath, ['src/node/main.ts'], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: {
      ...process.env,
      EVENTSTOREDB_URL: '',
      MONGODB_URL: '',
      PORT: String(port),
      ADMIN_API_KEY: adminKey,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      LEASE_MS: '1000',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  // an interrupted run leaves no service behind
  const onExit = () => child.kill('SIGKILL')
  process.once('exit', onExit)
  const ended = once(child, 'exit').finally(() => process.off('exit', onExit))
  let over = false
  ended.then(() => {
    over = true
  })
  await untilAnswers(`${base}/readyz`, { hasEnded: () => over, output: () => '' }, response => response.ok)
  return {
    base,
    async kill(signal) {
      child.kill(signal)
      await ended
    },
  }
}
