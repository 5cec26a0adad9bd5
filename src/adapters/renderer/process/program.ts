import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { RendererUnavailable } from '../../../ports/renderer.ts'
import type { RunFolder } from './folders.ts'
import type { RunAs } from './run-as.ts'
import { unpackedChromium } from './unpack.ts'

export type Environment = Readonly<Record<string, string>>

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

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

/** Chromium's environment. Its home and its temporary files are in folders of its run: its user may not write into those of the system. */
export const environmentIn = ({ path, temporary }: RunFolder): Environment => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (passedOn.test(name) && value ? [[name, value]] : [])),
  ),
  HOME: join(path, 'tmp'),
  XDG_CACHE_HOME: join(path, 'tmp'),
  TMPDIR: temporary,
})
