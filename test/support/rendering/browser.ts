import { existsSync } from 'node:fs'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as driver } from 'playwright-core'

const systemChromium = '/usr/bin/chromium'

/** Sandbox off, as tests may run as root; the rest keeps the browser from talking to its vendor. */
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

/** A headless Chromium for tests: the system's when there is one, else the one that npm installed. The caller closes it. */
export const launchBrowser = async (): Promise<Browser> =>
  driver.launch({
    executablePath: existsSync(systemChromium) ? systemChromium : await chromium.executablePath(),
    args: quiet,
  })
