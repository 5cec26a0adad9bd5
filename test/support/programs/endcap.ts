import { mock } from 'node:test'
import { runEndcap } from '../../../src/cli/program.ts'
import { inTime } from '../waiting/in-time.ts'
import { bareEnvironment } from './bare-environment.ts'
import type { Ended } from './cli.ts'

/** What `process.exit` throws while a command runs here. */
class Exited extends Error {
  readonly code: number | string | null | undefined
  constructor(code: number | string | null | undefined) {
    super(`exited with ${code}`)
    this.code = code
  }
}

const replaceEnvironment = (env: Readonly<Record<string, string | undefined>>): void => {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}

/** Keeps what is written to a stream of this process; `restore` returns it. */
const captured = (stream: NodeJS.WriteStream) => {
  let text = ''
  const { mock: writing } = mock.method(stream, 'write', (chunk: string | Uint8Array, ...more: readonly unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    const done = more.at(-1)
    if (typeof done === 'function') process.nextTick(done)
    return true
  })
  return {
    restore: (): string => {
      writing.restore()
      return text
    },
  }
}

/** What ended a command that did not end by itself: an exit code, or a fault of the program. */
const codeOf = (error: unknown): number => {
  if (error instanceof Exited) return Number(error.code ?? 0)
  console.error(error)
  return 1
}

const run = async (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> => {
  const before = { env: { ...process.env }, code: process.exitCode }
  const [out, err] = [captured(process.stdout), captured(process.stderr)]
  const { mock: exiting } = mock.method(process, 'exit', (code?: number | string | null) => {
    throw new Exited(code)
  })
  replaceEnvironment({ ...bareEnvironment(), ...env })
  process.exitCode = undefined
  try {
    await inTime(`endcap ${args.join(' ')}`, runEndcap(args))
  } catch (error) {
    process.exitCode = codeOf(error)
  }
  const code = Number(process.exitCode ?? 0)
  replaceEnvironment(before.env)
  process.exitCode = before.code
  exiting.restore()
  return { code, out: out.restore(), err: err.restore() }
}

let running: Promise<unknown> = Promise.resolve()
/**
 * Runs `endcap` in this process, one command after the other: a start of the program takes half a second of processor time. It has the
 * environment, the streams and the exit code of a program of its own; for a umask, signals and a closed pipe use `startedEndcap`.
 */
export const endcap = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> => {
  const next = running.then(() => run(args, env))
  running = next.catch(() => undefined)
  return next
}
