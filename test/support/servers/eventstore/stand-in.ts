import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import type { Order } from './order.ts'

const program = new URL('./server.ts', import.meta.url).pathname

const start = async (file: string, port: number, password: string): Promise<ChildProcess> => {
  const server = fork(program, [file, String(port), password], { stdio: 'inherit' })
  const ended = once(server, 'exit').then(([code]) => {
    throw new Error(`the stand-in exited before it was listening: ${code}`)
  })
  try {
    await Promise.race([once(server, 'message'), ended])
  } finally {
    // it ends one day
    ended.catch(() => undefined)
  }
  return server
}

export type Counts = {
  readonly subscriptions: number
  readonly reads: number
  readonly batches: number
  readonly gossipMs?: number
}

/** A loopback server in a separate process that behaves like EventStoreDB, for machines without a real one. */
export type StandIn = {
  readonly url: string
  readonly port: number
  /** kill -9 */
  kill(): Promise<void>
  /** Starts again on the same log and port after a kill. */
  restart(): Promise<void>
  /** SIGSTOP and SIGCONT: connections stay open but nothing responds. */
  halt(): void
  resume(): void
  /** Returns the number of live subscriptions, and of finite reads and calls for any number of appends so far. */
  send(order: Order): Promise<Counts>
  close(): Promise<void>
}

/** The certificate of a stand-in with a password, for 127.0.0.1; it is self-signed. */
export const certificateFile = new URL('./tls/certificate.pem', import.meta.url).pathname

/**
 * Starts a stand-in. Pass the `file` of another one to make both nodes of one cluster, one after the other. With a password it
 * accepts only TLS, and only `admin`.
 */
export const startStandIn = async (
  options: { readonly file?: string; readonly password?: string } = {},
): Promise<StandIn & { readonly file: string }> => {
  const folder = options.file === undefined ? await mkdtemp(join(tmpdir(), 'endcap-eventstore-')) : undefined
  const file = options.file ?? join(folder ?? '', 'log.ndjson')
  const { password = '' } = options
  const port = await freePort()
  let server = await start(file, port, password)
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill('SIGKILL')
    await gone
  }
  return {
    file,
    port,
    url: password === '' ? `esdb://127.0.0.1:${port}?tls=false` : `esdb://127.0.0.1:${port}`,
    kill,
    restart: async () => {
      server = await start(file, port, password)
    },
    halt: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    send: async order => {
      const done = once(server, 'message')
      server.send(order)
      const [counts] = (await done) as [Counts]
      return counts
    },
    close: async () => {
      await kill()
      if (folder !== undefined) await rm(folder, { recursive: true })
    },
  }
}
