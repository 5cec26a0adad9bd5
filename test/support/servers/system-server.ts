import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { until } from '../waiting/until.ts'

/** Why a server of the system cannot be used by the tests; undefined if it can. Both servers start only as root. */
export const systemServerMissing = (what: string, binary: string): string | undefined => {
  if (process.env.TEST_WITHOUT_SERVERS) return `${what}: real servers are for npm run test:whole`
  if (!existsSync(binary)) return `${what}: there is no ${binary}`
  return process.getuid?.() === 0 ? undefined : `${what}: ${binary} starts only as root`
}

const accepts = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port })
    const end = (does: boolean) => () => {
      socket.destroy()
      resolve(does)
    }
    socket.once('connect', end(true)).once('error', end(false))
  })

/** Starts a server in the foreground, and waits until it listens. */
export const startSystemServer = async (
  binary: string,
  args: readonly string[],
  port: number,
): Promise<{ readonly child: ChildProcess; stop(): Promise<void> }> => {
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output = (output + chunk).slice(-4000)
    })
  const ended = once(child, 'exit')
  await until(
    async () => {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${binary} has ended: ${output}`)
      return accepts(port)
    },
    does => does,
  )
  return {
    child,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
