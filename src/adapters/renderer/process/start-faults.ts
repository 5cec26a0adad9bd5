import { RendererUnavailable } from '../../../ports/renderer.ts'
import { TimedOut, within } from '../deadline.ts'
import type { RunAs } from './run-as.ts'
import type { Exit } from './spawned.ts'

type FailedStart = {
  readonly error: unknown
  readonly exited: Promise<Exit>
  /** The end of what Chromium wrote to standard error. */
  readonly lastWords: () => string
  readonly user: RunAs | undefined
  readonly path: string
  readonly noSandbox: boolean
}

/** Its pipe may close some milliseconds before Chromium ends. */
const exitMs = 1_000

const outside = 'See "Chromium\'s sandbox" in docs/operations.md; CHROMIUM_NO_SANDBOX=1 runs Chromium without it.'

const rootWithSandbox = `Chromium cannot run as root with its sandbox, and this process may not start it as another user. Run the node as another user. ${outside}`

const ofSandbox = /No usable sandbox|setuid sandbox|Failed to move to new namespace/i

/** Why the system did not run the program, by the code of its error. */
const refusals = (code: string, { user, path }: FailedStart): string => {
  if (code === 'ENOENT') return `there is no Chromium at ${path}. Check CHROMIUM_PATH.`
  if (code !== 'EACCES') return `the system does not run ${path} (${code}).`
  const who = user ? `the user ${user.name}` : 'this user'
  return `${who} may not run ${path}: check its mode and those of the folders above it.`
}

/** Why it ended, or why it did not answer. */
const ending = (exit: Exit | undefined, { error, lastWords, user, noSandbox }: FailedStart): string => {
  if (exit === undefined) return error instanceof Error ? error.message : String(error)
  if (!noSandbox && user === undefined && process.getuid?.() === 0) return rootWithSandbox
  const words = lastWords()
  if (ofSandbox.test(words)) return `this machine denies the user namespaces that Chromium's sandbox needs. ${outside}`
  const line = words.split('\n').at(-1) ?? ''
  return `it ended with ${exit.signal ?? `code ${exit.code}`}${line === '' ? '' : `: ${line.slice(0, 300)}`}`
}

const reasonOf = (failed: FailedStart): Promise<string> =>
  within(exitMs, exitMs, () => failed.exited).then(
    exit => ending(exit, failed),
    error => (error instanceof TimedOut ? ending(undefined, failed) : refusals(String(error?.code), failed)),
  )

/** Why Chromium was not started, in words for operators. */
export const whyNotStarted = async (failed: FailedStart): Promise<RendererUnavailable> =>
  new RendererUnavailable(`Chromium cannot be started: ${await reasonOf(failed)}`, { cause: failed.error })
