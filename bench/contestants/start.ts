import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { makeApiKey } from '../../src/domain/keys/api-key.ts'
import type { Target } from '../load/requests.ts'

/** A server under load, in a separate process. */
export type Contestant = Target & { readonly pid: number; stop(): Promise<void> }

/** Folder for the servers' files. */
export type Place = { readonly dir: string }

/** A key in the right format for the peers. */
export const peerKey = makeApiKey(randomBytes).text
export const campaignCount = 320

export const ended = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/**
 * Starts a peer's file, relative to bench/, and waits until it listens. Its log goes to /dev/null, like the project's.
 */
export const startPeer =
  (file: string, env: NodeJS.ProcessEnv = {}) =>
  async ({ dir }: Place): Promise<Contestant> => {
    const child = fork(fileURLToPath(new URL(`../${file}`, import.meta.url)), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, BENCH_DIR: dir, BENCH_KEY: peerKey, ...env },
    })
    const port = await new Promise<number>((resolve, reject) => {
      child.once('message', (message: { readonly port: number }) => resolve(message.port))
      child.once('exit', code => reject(new Error(`${file} exited with ${code} before listening`)))
    })
    const campaigns = Array.from({ length: campaignCount }, (_, i) => i + 1)
    return { port, key: peerKey, campaigns, pid: child.pid ?? 0, stop: () => ended(child) }
  }
