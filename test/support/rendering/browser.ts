import { existsSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium as driver } from 'playwright-core'
import { fontsFor } from '../../../src/adapters/renderer/process/fonts.ts'
import { unpackedChromium } from '../../../src/adapters/renderer/process/program.ts'

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

/** The package itself unpacks in place, where another lane would start half a program. */
const program = async () => (existsSync(systemChromium) ? systemChromium : unpackedChromium(undefined))

/** A headless Chromium for tests: the system's if installed, else the one from npm, with the fonts of ads. The caller closes it. */
export const launchBrowser = async (): Promise<Browser> => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-browser-'))
  const env = { ...process.env, ...(await fontsFor(folder, undefined)) }
  const browser = await driver.launch({ executablePath: await program(), env, args: quiet, timeout: startMs })
  browser.once('disconnected', () => rmSync(folder, { recursive: true }))
  return browser
}
