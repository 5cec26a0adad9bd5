import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { built, whyNot } from './built.ts'
import { freePort } from './free-port.ts'

/** Its heap grows to five times what is in use, not to twice, before garbage is collected: that took a quarter of its processor time. */
const runtime = { GOGC: '400' }
const binary = new URL('../../servers/bin/ferretdb', import.meta.url).pathname
/** Far more than a start takes on a busy machine. */
const limitMs = 180_000

/** Whether it is available, and why not. */
export const hasFerretDb = (): boolean => built(binary)
export const whyNoFerretDb = (): string => whyNot('test/servers/bin/ferretdb')

export type FerretDb = {
  readonly url: string
  /** Kills it like a crash. */
  kill(): Promise<void>
  /** Starts it again after `kill`, on the same port and files. */
  start(): Promise<void>
  /** Stops it and removes its files. */
  close(): Promise<void>
}

/** A server with MongoDB's wire protocol on SQLite files in a new folder, on a free local port. */
export const startFerretDb = async (): Promise<FerretDb> => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-ferretdb-'))
  const data = join(folder, 'data')
  await mkdir(data)
  const port = await freePort()
  const url = `mongodb://127.0.0.1:${port}/endcap`
  const args = [
    '--handler=sqlite',
    `--sqlite-url=file:${data}/`,
    `--state-dir=${folder}`,
    `--listen-addr=127.0.0.1:${port}`,
    '--debug-addr=-',
    '--telemetry=disable',
    '--log-level=error',
  ]
  let child: ChildProcess | undefined

  const start = async () => {
    const started = spawn(binary, args, {
      cwd: folder,
      env: { ...process.env, ...runtime },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = started
    let output = ''
    started.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000)
    })
    const ended = once(started, 'exit').then(() => {
      throw new Error(`FerretDB exited before it responded: ${output}`)
    })
    const client = new MongoClient(url, { serverSelectionTimeoutMS: limitMs })
    try {
      await Promise.race([client.db().command({ ping: 1 }), ended])
    } finally {
      ended.catch(() => undefined)
      await client.close()
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  const onExit = () => child?.kill('SIGKILL')
  process.once('exit', onExit)
  await start()
  return {
    url,
    kill: () => end('SIGKILL'),
    start,
    close: async () => {
      await end('SIGTERM')
      process.off('exit', onExit)
      await rm(folder, { recursive: true })
    },
  }
}
