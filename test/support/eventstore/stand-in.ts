import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Order } from './server.ts'

const program = new URL('./server.ts', import.meta.url).pathname

const start = async (file: string, port: number): Promise<{ readonly server: ChildProcess; readonly port: number }> => {
  const server = fork(program, [file, String(port)], { stdio: 'inherit' })
  const [{ listening }] = (await once(server, 'message')) as [{ listening: number }]
  return { server, port: listening }
}

/** A loopback server that answers as EventStoreDB does, in a process of its own, for machines that have no real one. */
export type StandIn = {
  readonly url: string
  readonly port: number
  /** kill -9 */
  kill(): Promise<void>
  /** Starts again on the same log and port after a kill. */
  restart(): Promise<void>
  /** SIGSTOP and SIGCONT: connections stay open and nobody answers. */
  halt(): void
  resume(): void
  /** Answers how many live subscriptions the server has. */
  tell(order: Order): Promise<number>
  close(): Promise<void>
}

/** Starts a stand-in; `file` is that of another one when both are to be nodes of one cluster, one after the other. */
export const startStandIn = async (of?: { readonly file: string }): Promise<StandIn & { readonly file: string }> => {
  const folder = of ? undefined : await mkdtemp(join(tmpdir(), 'endcap-eventstore-'))
  const file = of?.file ?? join(folder ?? '', 'log.ndjson')
  let { server, port } = await start(file, 0)
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill('SIGKILL')
    await gone
  }
  return {
    file,
    port,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    kill,
    restart: async () => {
      ;({ server, port } = await start(file, port))
    },
    halt: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    tell: async order => {
      const done = once(server, 'message')
      server.send(order)
      const [{ subscriptions }] = (await done) as [{ subscriptions: number }]
      return subscriptions
    },
    close: async () => {
      await kill()
      if (folder !== undefined) await rm(folder, { recursive: true })
    },
  }
}
