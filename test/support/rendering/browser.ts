import { existsSync } from 'node:fs'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as driver } from 'playwright-core'

const systemChromium = '/usr/bin/chromium'

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

/** A headless Chromium for tests: the system's if installed, else the one from npm. The caller closes it. */
export const launchBrowser = async (): Promise<Browser> =>
  driver.launch({
    executablePath: existsSync(systemChromium) ? systemChromium : await chromium.executablePath(),
    args: quiet,
  })
