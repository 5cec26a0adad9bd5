import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { bareEnvironment } from './bare-environment.ts'

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string }

const root = new URL('../../..', import.meta.url).pathname

/** Far more than a program needs on a busy machine; one that should have refused to start ends with it. */
const limitMs = 180_000

/** Runs a program of the repository to its end, with this environment plus the bare minimum. */
export const ended = async (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> => {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}

/** Runs `endcap` as from a shell, in a process of its own. `endcap` in `endcap.ts` costs less. */
export const startedEndcap = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> =>
  ended(process.execPath, ['src/cli/endcap.ts', ...args], env)

/** Runs `endcap` until its stderr matches, runs a callback, and kills it (-9). Returns its stderr. */
export const killedOnce = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  until: RegExp,
  then: () => void = () => undefined,
): Promise<string> => {
  const stdio = ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe']
  const child = spawn(process.execPath, ['src/cli/endcap.ts', ...args], {
    cwd: root,
    env: { ...bareEnvironment(), ...env },
    stdio,
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (!until.test(output) || child.killed) return
    then()
    child.kill('SIGKILL')
  })
  await once(child, 'close')
  return output
}
