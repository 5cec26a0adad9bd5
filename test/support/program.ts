import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string }

const root = new URL('../..', import.meta.url).pathname

/** Runs a program of the repository to its end, with this environment and nothing of ours but PATH and HOME. */
export const ended = async (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> => {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command, args, { cwd: root, env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}

/** Runs `endcap` as a person at a shell does. */
export const endcap = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> =>
  ended(process.execPath, ['src/cli/endcap.ts', ...args], env)
