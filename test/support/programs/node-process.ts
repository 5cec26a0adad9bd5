import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { adminKey, clientOf, mailsIn, type Service } from '../service/service.ts'
import { inTime } from '../waiting/in-time.ts'
import { until } from '../waiting/until.ts'
import { bareEnvironment } from './bare-environment.ts'
import { isHalted } from './halted.ts'

/** A line that a node logged. */
export type LogLine = { readonly level: number; readonly msg: string } & Readonly<Record<string, unknown>>

/** A node in a separate process, which can be killed. */
export type NodeProcess = Service & {
  /** Identifies the node in the events of its jobs. */
  readonly worker: string
  /** Its process. */
  readonly pid: number
  /** Its log so far, without request lines. */
  logged(): readonly LogLine[]
  /** All that it printed so far. */
  printed(): string
  /** Kills it like a crash. */
  kill(): Promise<void>
  /** Stops its execution with SIGSTOP, and waits until every thread has stopped; connections stay open. */
  suspend(): Promise<void>
  resume(): void
}

const root = new URL('../../..', import.meta.url).pathname

const startOnce = async (env: Readonly<Record<string, string>>): Promise<NodeProcess> => {
  const child = spawn(process.execPath, ['src/node/main.ts'], {
    cwd: root,
    env: {
      ...bareEnvironment(),
      PORT: '0',
      ADMIN_API_KEY: adminKey,
      RATE_LIMIT: 'off',
      ...env,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const onExit = () => child.kill('SIGKILL')
  process.once('exit', onExit)
  const exited = once(child, 'exit').finally(() => process.off('exit', onExit))
  const lines: LogLine[] = []
  const printed: string[] = []
  let err = ''
  child.stderr.on('data', chunk => {
    err += chunk
    printed.push(String(chunk))
  })
  // a log line of level `info` contains the URL
  const listening = new Promise<{ url: string; worker: string }>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', text => {
      printed.push(text)
      const line = JSON.parse(text) as LogLine
      if (line.msg === 'request') return
      lines.push(line)
      if (line.msg === 'endcap is listening') {
        const url = env.PUBLIC_URL === undefined ? String(line.url) : `http://127.0.0.1:${env.PORT}`
        resolve({ url, worker: String(line.worker) })
      }
    })
    exited.then(() => reject(new Error(`the node exited before it was listening: ${err}`)), reject)
  })
  const { url, worker } = await inTime('a node to listen', listening, () => err)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    // a halted process would take the signal only when it goes on
    child.kill('SIGCONT')
    await exited
  }
  // tests of processes make stores unavailable, and want to see what a client sees
  const client = clientOf(url, false)
  const node: NodeProcess = {
    ...client,
    dataDir: env.DATA_DIR ?? '',
    stores: env,
    worker,
    pid: child.pid ?? 0,
    logged: () => lines,
    printed: () => printed.join('\n'),
    mails: () => mailsIn(env.DATA_DIR ?? ''),
    kill: () => end('SIGKILL'),
    suspend: async () => {
      child.kill('SIGSTOP')
      await until(
        () => isHalted(child.pid ?? 0),
        halted => halted,
      )
    },
    resume: () => void child.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
  }
  const ready = until(
    () => client.call('GET', '/readyz', undefined, { key: undefined }),
    ({ status }) => status === 200,
  )
  await ready.catch(async error => {
    await end('SIGKILL')
    throw new Error(`${error.message}\nThe node printed:\n${printed.slice(-30).join('\n')}`, { cause: error })
  })
  return node
}

/**
 * Starts a node with this environment and waits until it is ready. `stop` sends SIGTERM and keeps its folder. With a PUBLIC_URL, PORT is
 * needed too. A node gives its stores ten seconds, which a busy machine may need itself; then it is started again, as a supervisor would.
 */
export const startNodeProcess = async (env: Readonly<Record<string, string>>, moreStarts = 4): Promise<NodeProcess> => {
  try {
    return await startOnce(env)
  } catch (error) {
    const isTooEarly = error instanceof Error && /the (?:event log|read models) cannot be reached: /.test(error.message)
    if (!isTooEarly || moreStarts === 0) throw error
    return startNodeProcess(env, moreStarts - 1)
  }
}
