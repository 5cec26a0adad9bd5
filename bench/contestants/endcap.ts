import { type ChildProcess, spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { ended } from './start.ts'

export const adminKey = 'bench-admin-key-0123456789abcdef0123456789'
/** The Node flags of npm start. */
const flags = packageJson.scripts.start.match(/--\S+/g) ?? []
const main = fileURLToPath(new URL('../../src/node/main.ts', import.meta.url))

/** The configured servers have their own rows; everything else uses the embedded stores. */
const noServers = { EVENTSTOREDB_URL: undefined, MONGODB_URL: undefined, BLOB_URL: undefined }

/** A free loopback port. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

export type Node = {
  readonly child: ChildProcess
  readonly url: string
  readonly port: number
  /** Milliseconds from process start to the first response. */
  readonly firstAnswerMs: number
  stop(): Promise<void>
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    response => response.arrayBuffer().then(() => true),
    () => false,
  )

/**
 * Starts src/node/main.ts as npm start does, but with high rate limits. Its log goes to /dev/null. `preload`: a module that is
 * loaded before it, and that answers messages.
 */
export const startEndcap = async (
  dataDir: string,
  profiles?: string,
  more: NodeJS.ProcessEnv = {},
  preload?: string,
): Promise<Node> => {
  const port = await freePort()
  const profiling = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`]
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_API_KEY: adminKey,
    RATE_LIMIT: '999999999,999999999,999999999',
    ...noServers,
    ...more,
  }
  const startedAt = performance.now()
  const preloading = preload === undefined ? [] : ['--import', preload]
  const stdio = ['ignore', 'ignore', 'inherit', ...(preload === undefined ? [] : ['ipc' as const])] as const
  const child = spawn(process.execPath, [...flags, ...profiling, ...preloading, main], { env, stdio: [...stdio] })
  // an interrupted benchmark leaves no node behind
  const kill = () => void child.kill()
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(`${url}/healthz`))) {
    if (child.exitCode !== null) throw new Error(`src/node/main.ts exited with ${child.exitCode}`)
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  return { child, url, port, firstAnswerMs: performance.now() - startedAt, stop: () => ended(child) }
}
