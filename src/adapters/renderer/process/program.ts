import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { access, constants, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RendererUnavailable } from '../../../ports/renderer.ts'
import type { RunAs } from './chromium-user.ts'
import type { RunFolder } from './run-folder.ts'
import { oncePerMachine } from './temporary.ts'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** The package unpacks to the temporary folder; a child process gets another one. */
const unpackInto = async (folder: string): Promise<void> => {
  const script = "import('@sparticuz/chromium').then(m => m.default.executablePath())"
  const child = spawn(process.execPath, ['-e', script], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH ?? '', TMPDIR: folder },
    stdio: 'ignore',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the Chromium from npm could not be unpacked (exit code ${code})`)
}

/** The Chromium from npm, unpacked once per machine and user. `user`: another user who will run it. */
export const unpackedChromium = async (user: RunAs | undefined): Promise<string> => {
  const file = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'))
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string }
  return join(await oncePerMachine(`chromium-${version}`, user, unpackInto), 'chromium')
}

/** Finds Chromium: the configured one, else the system's, else the one from npm. `user`: another user who will run it. */
export const findChromium = async (named: string | undefined, user: RunAs | undefined): Promise<string> =>
  named ?? systemPaths.find(existsSync) ?? unpackedChromium(user)

/** Rejects if no program is where one is configured, so that a node can say so before its first drawing. */
export const mustBeProgram = async (path: string): Promise<void> => {
  try {
    await access(path, constants.X_OK)
  } catch (cause) {
    throw new RendererUnavailable(`CHROMIUM_PATH: there is no program at ${path} that may be run`, { cause })
  }
}

/** The environment variables that Chromium needs; our own settings, including keys, are not passed on. */
const passedOn = /^(?:PATH|USER|LANG|LC_\w+|TZ|LD_LIBRARY_PATH)$/

/** Chromium's environment. Its home and its temporary files are in the folder of its run: its user may not write into those of the system. */
export const environmentIn = ({ temporary }: RunFolder): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name))),
  ...{ HOME: temporary, XDG_CACHE_HOME: temporary, TMPDIR: temporary },
})
