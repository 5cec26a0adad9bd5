import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Logger } from '../../../ports/logger.ts'
import { RendererUnavailable } from '../../../ports/renderer.ts'
import { within } from '../deadline.ts'
import type { ChromiumFolders, RunFolder } from './folders.ts'
import { fontsFor } from './fonts.ts'
import { pipeTransport } from './pipe-transport.ts'
import { loadPlaywright } from './playwright.ts'
import { processAt } from './processes.ts'
import { environmentIn, findChromium } from './program.ts'
import { chromiumUser } from './run-as.ts'
import { type Exit, type Spawned, spawnChromium } from './spawned.ts'
import { whyNotStarted } from './start-faults.ts'
import { switchesOf } from './switches.ts'

export type StartOptions = {
  readonly folders: ChromiumFolders
  readonly executablePath?: string | undefined
  /** Without Chromium's sandbox: a page that breaks out of the engine then has the rights of Chromium's user. */
  readonly noSandbox?: boolean | undefined
  readonly log?: Logger | undefined
}

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

/** Milliseconds that Chromium has to answer after its start, and to exit after its pipe was closed. */
const startMs = 30_000
const graceMs = 3_000
/** How much sooner the kernel ends Chromium than its node when memory runs out; from -1000 to 1000. */
const sooner = '300'

/** What a start needs: the user, the program, its environment and a folder. */
const prepared = async ({ executablePath, folders }: StartOptions) => {
  try {
    const user = await chromiumUser()
    const path = await findChromium(executablePath, user)
    const folder = await folders.make(user)
    return { user, path, folder, env: { ...environmentIn(folder), ...(await fontsFor(folder.path, user)) } }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new RendererUnavailable(`Chromium cannot be started: ${reason}`, { cause })
  }
}

/** Connects Playwright to it. `onBroken`: it sent what cannot be read. */
const connected = async (
  { commands, answers }: Spawned,
  folder: RunFolder,
  onBroken: (reason: unknown) => void,
): Promise<Browser> => {
  const { chromium } = await loadPlaywright()
  const transport = pipeTransport(commands, answers, onBroken)
  return chromium.connectOverCDP(transport, { artifactsDir: join(folder.path, 'tmp'), timeout: startMs })
}

/**
 * Starts a Chromium that ends with this process: it is controlled through a pipe and exits when the pipe closes. Rejects
 * with RendererUnavailable.
 */
export const startChromium = async (options: StartOptions): Promise<Started> => {
  const { log, noSandbox = false } = options
  const { user, path, env, folder } = await prepared(options)
  const args = switchesOf(folder.profile, { sandbox: !noSandbox })
  const spawned = spawnChromium({ path, args, cwd: folder.path, env, user })
  const exited = spawned.exited.finally(() =>
    folder.remove().catch(err => log?.warn({ err }, 'a folder of Chromium could not be removed')),
  )
  let isBroken = false
  const onBroken = (err: unknown) => {
    isBroken = true
    log?.warn({ err }, 'Chromium sent what cannot be read')
  }
  const endedEarly = exited.then(() => Promise.reject(new Error('Chromium ended at its start')))
  endedEarly.catch(() => undefined)
  const failed = async (error: unknown): Promise<never> => {
    const { lastWords, kill } = spawned
    const reason = await whyNotStarted({ error, exited, lastWords, user, path, noSandbox })
    kill()
    throw reason
  }
  const browser = await Promise.race([connected(spawned, folder, onBroken), endedEarly]).catch(failed)
  const pid = spawned.pid ?? 0
  const itself = processAt(pid)
  if (itself) await folder.started(itself, path)
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
        spawned.kill()
        await exited
      })
    },
    kill: spawned.kill,
  }
}
