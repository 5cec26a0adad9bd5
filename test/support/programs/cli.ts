import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { bareEnvironment } from './bare-environment.ts'

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string }

const root = new URL('../../..', import.meta.url).pathname

/** Runs a program of the repository to its end, with this environment and of ours only what programs need to run. */
export const ended = async (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> => {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}

/** Runs `endcap` as a person at a shell does. */
export const endcap = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> =>
  ended(process.execPath, ['src/cli/endcap.ts', ...args], env)

/** Runs `endcap` until its stderr says something, does what is to be done then, and kills it (-9). Answers what stderr said. */
export const killedOnce = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  says: RegExp,
  then: () => void = () => undefined,
): Promise<string> => {
  const stdio = ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe']
  const child = spawn(process.execPath, ['src/cli/endcap.ts', ...args], {
    cwd: root,
    env: { ...bareEnvironment(), ...env },
    stdio,
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (!says.test(said) || child.killed) return
    then()
    child.kill('SIGKILL')
  })
  await once(child, 'close')
  return said
}
