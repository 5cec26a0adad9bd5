import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oncePerMachine, openToAll, sweepUnfinished } from './once-per-machine.ts'
import type { RunAs } from './run-as.ts'

const nameOf = async (): Promise<string> => {
  const file = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'))
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string }
  return `chromium-${version}`
}

/** The package unpacks to the temporary folder; a child process gets another one. */
const unpackInto = async (folder: string): Promise<void> => {
  const script = "import('@sparticuz/chromium').then(m => m.default.executablePath())"
  const cwd = dirname(fileURLToPath(import.meta.url))
  const child = spawn(process.execPath, ['-e', script], {
    cwd,
    env: { PATH: process.env.PATH ?? '', TMPDIR: folder },
    stdio: 'ignore',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the Chromium from npm could not be unpacked (exit code ${code})`)
}

/** Removes what killed unpackings left. */
export const sweepUnpacked = async (): Promise<void> => sweepUnfinished(await nameOf())

/** The Chromium from npm, unpacked once per machine and user. `user`: another user who will run it. */
export const unpackedChromium = async (user: RunAs | undefined): Promise<string> => {
  const folder = await oncePerMachine(await nameOf(), user, unpackInto)
  // releases before this one left it open to its owner only
  if (user && ((await stat(folder)).mode & 0o005) !== 0o005) await openToAll(folder)
  return join(folder, 'chromium')
}
