import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { endGroup } from './processes.ts'
import type { Environment } from './program.ts'
import type { RunAs } from './run-as.ts'

/** How Chromium ended: `signal` if it was killed. */
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

/** A process of Chromium that is controlled through two pipes. */
export type Spawned = {
  /** Undefined if the system did not start it. */
  readonly pid: number | undefined
  readonly commands: Writable
  readonly answers: Readable
  /** Rejects if the system did not start it. */
  readonly exited: Promise<Exit>
  /** The end of what it wrote to standard error. */
  lastWords(): string
  /** Kills it and everything below it. */
  kill(): void
}

type Program = {
  readonly path: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Environment
  readonly user: RunAs | undefined
}

const endOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', reject)
  })

/** Runs the program as a user, in a group of processes of its own, which is ended as a whole. */
export const spawnChromium = ({ path, args, cwd, env, user }: Program): Spawned => {
  const child = spawn(path, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  })
  const [, , errors, commands, answers] = child.stdio as [null, null, Readable, Writable, Readable]
  let words = ''
  errors.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-4_000)
  })
  const kill = () => {
    if (child.pid !== undefined) endGroup(child.pid)
  }
  const exited = endOf(child).finally(() => {
    // its other processes may hold the pipe open
    answers.destroy()
    kill()
  })
  exited.catch(() => undefined)
  return { pid: child.pid, commands, answers, exited, lastWords: () => words.trim(), kill }
}
