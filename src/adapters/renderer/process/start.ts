import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { type Browser, chromium } from 'playwright-core'
import type { Logger } from '../../../ports/logger.ts'
import { RendererUnavailable } from '../../../ports/renderer.ts'
import { TimedOut, within } from '../deadline.ts'
import { chromiumUser, type RunAs } from './chromium-user.ts'
import { fontsFor } from './fonts.ts'
import { pipeTransport } from './pipe-transport.ts'
import { endGroup } from './processes.ts'
import { environmentIn, findChromium } from './program.ts'
import { makeRunFolder } from './run-folder.ts'
import { switchesOf } from './switches.ts'

/** How much a Chromium yields to everything else on the machine, from 0 to 19 (`nice`). */
export type Niceness = 0 | 10

export type StartOptions = {
  readonly executablePath?: string | undefined
  /** Without Chromium's sandbox: a page that breaks out of the engine then has the rights of Chromium's user. */
  readonly noSandbox?: boolean | undefined
  readonly log?: Logger | undefined
}

/** How Chromium ended: `signal` if it was killed. */
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

/** A running Chromium. */
export type Started = {
  readonly browser: Browser
  readonly pid: number
  readonly exited: Promise<Exit>
  /** Whether it ended because it sent what cannot be read, as only the script of a page can make it do. */
  isBroken(): boolean
  /** Ends it. Resolves when its processes and its folder are gone. */
  end(): Promise<void>
  /** Kills it and everything below it at once. */
  kill(): void
}

/** Milliseconds that Chromium has to answer after its start, to exit after its pipe was closed, and to end after that broke. */
const [startMs, graceMs, exitMs] = [30_000, 3_000, 1_000]
/** How much sooner the kernel ends Chromium than its node when memory runs out; from -1000 to 1000. */
const sooner = '300'

const unavailable = (reason: string, cause: unknown) =>
  new RendererUnavailable(`Chromium cannot be started: ${reason}`, { cause })
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What a start needs: the user, the program, its environment and a folder. */
const prepared = async ({ executablePath }: StartOptions) => {
  try {
    const user = await chromiumUser()
    const path = await findChromium(executablePath, user)
    const folder = await makeRunFolder(user)
    return { user, path, folder, env: { ...environmentIn(folder), ...(await fontsFor(folder.path, user)) } }
  } catch (cause) {
    throw unavailable(messageOf(cause), cause)
  }
}

const outside = 'See "Chromium\'s sandbox" in docs/operations.md; CHROMIUM_NO_SANDBOX=1 runs Chromium without it.'
const ofSandbox = /No usable sandbox|setuid sandbox|Failed to move to new namespace/i

type Attempt = { readonly user: RunAs | undefined; readonly path: string; readonly noSandbox: boolean }

/** Why the system did not run the program, by the code of its error. */
const refusal = (code: string, { user, path }: Attempt): string => {
  if (code === 'ENOENT') return `there is no Chromium at ${path}. Check CHROMIUM_PATH.`
  if (code !== 'EACCES') return `the system does not run ${path} (${code}).`
  const who = user ? `the user ${user.name}` : 'this user'
  return `${who} may not run ${path}: check its mode and those of the folders above it.`
}
/** Why it ended at once; `words`: the end of what it wrote to standard error. */
const ending = ({ code, signal }: Exit, words: string, { user, noSandbox }: Attempt): string => {
  if (!noSandbox && user === undefined && process.getuid?.() === 0)
    return `Chromium cannot run as root with its sandbox, and this process may not start it as another user. Run the node as another user. ${outside}`
  if (ofSandbox.test(words)) return `this machine denies the user namespaces that Chromium's sandbox needs. ${outside}`
  const line = words.split('\n').at(-1) ?? ''
  return `it ended with ${signal ?? `code ${code}`}${line === '' ? '' : `: ${line.slice(0, 300)}`}`
}

/**
 * Starts a Chromium that ends with this process: it is controlled through a pipe and exits when the pipe closes (ADR 0030). Rejects
 * with RendererUnavailable.
 */
export const startChromium = async (options: StartOptions, niceness: Niceness = 0): Promise<Started> => {
  const { log, noSandbox = false } = options
  const { user, path, env, folder } = await prepared(options)
  const child = spawn(path, switchesOf(folder.profile, { sandbox: !noSandbox }), {
    cwd: folder.path,
    env,
    // a group of its own, which is ended as a whole
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  })
  const pid = child.pid ?? 0
  // its processes inherit it
  if (pid !== 0 && niceness > 0) setPriority(pid, niceness)
  const kill = () => {
    if (pid !== 0) endGroup(pid)
  }
  const [, , errors, commands, answers] = child.stdio as unknown as [null, null, Readable, Writable, Readable]
  let words = ''
  errors.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-4_000)
  })
  const exited = once(child, 'exit')
    .then(([code, signal]): Exit => ({ code, signal }))
    .finally(async () => {
      // its other processes may hold the pipe open
      answers.destroy()
      kill()
      await folder.remove().catch(err => log?.warn({ err }, 'a folder of Chromium could not be removed'))
    })
  let isBroken = false
  const transport = pipeTransport(commands, answers, err => {
    isBroken = true
    log?.warn({ err }, 'Chromium sent what cannot be read')
  })
  const failed = async (error: unknown): Promise<never> => {
    const reason = await within(exitMs, exitMs, () => exited).then(
      exit => ending(exit, words.trim(), { user, path, noSandbox }),
      why => (why instanceof TimedOut ? messageOf(error) : refusal(String(why.code), { user, path, noSandbox })),
    )
    kill()
    throw unavailable(reason, error)
  }
  const endedEarly = exited.then(() => Promise.reject(new Error('Chromium ended at its start')))
  endedEarly.catch(() => undefined)
  const connected = chromium.connectOverCDP(transport, { artifactsDir: folder.temporary, timeout: startMs })
  connected.catch(() => undefined)
  const browser = await Promise.race([connected, endedEarly]).catch(failed)
  await writeFile(`/proc/${pid}/oom_score_adj`, sooner).catch(err => log?.debug({ err }, 'oom_score_adj was not set'))
  log?.info({ pid, user: user?.name ?? 'own', sandbox: !noSandbox }, 'Chromium has started')
  return {
    browser,
    pid,
    exited,
    isBroken: () => isBroken,
    async end() {
      const closed = async () => {
        await browser.close()
        await exited
      }
      await within(graceMs, graceMs, closed).catch(async err => {
        log?.warn({ err }, 'Chromium did not close, killing it')
        kill()
        await exited
      })
    },
    kill,
  }
}
