import { existsSync } from 'node:fs'
import { type Browser, chromium as driver } from 'playwright-core'
import { unpackedChromium } from '../../../src/adapters/renderer/process/unpack.ts'

const systemChromium = '/usr/bin/chromium'
/** Far more than a start takes on a busy machine. */
const startMs = 180_000

/** No sandbox, as tests may run as root; the other flags prevent the browser from contacting its vendor. */
const quiet = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The program, and what its environment needs. The package itself unpacks in place, where another lane would start half a program. */
const program = async () =>
  existsSync(systemChromium) ? { path: systemChromium, env: {} } : unpackedChromium({ forOthers: false })

/** A headless Chromium for tests: the system's if installed, else the one from npm. The caller closes it. */
export const launchBrowser = async (): Promise<Browser> => {
  const { path, env } = await program()
  return driver.launch({ executablePath: path, env: { ...process.env, ...env }, args: quiet, timeout: startMs })
}
