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

const diesAtWords = new URL('dies-at-words.ts', import.meta.url).href

/**
 * Runs `endcap` until its stderr matches, and kills it (-9) at that place. It does so itself: a test that reads along may be
 * late, and then the command has ended. Returns its stderr.
 */
export const killedOnce = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  until: RegExp,
): Promise<string> =>
  (
    await ended(process.execPath, ['--import', diesAtWords, 'src/cli/endcap.ts', ...args], {
      ...env,
      DIES_AT: until.source,
    })
  ).err
