import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { unpackedChromium } from './unpack.ts'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/**
 * The network is blocked twice (ARCH-36): the renderer answers every request itself, and anything that bypasses it
 * (WebSockets do) gets a resolver that knows no names and a proxy that does not exist.
 */
const flags = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  // features that make pixels depend on when an image was decoded, or on what was rendered before
  '--disable-checker-imaging',
  '--disable-partial-raster',
  // frames on request, not by the clock: faster, and growing layers are not shown at their old scale
  '--disable-frame-rate-limit',
  '--disable-gpu-vsync',
]

/** The environment variables that Chromium needs; our own settings, including keys, are not passed on. */
const passedOn = /^(?:PATH|HOME|USER|TMPDIR|LANG|LC_\w+|TZ|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+)$/

const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (passedOn.test(name) && value ? [[name, value]] : [])),
  )

/** Finds Chromium: the configured one, else the system's, else the one from npm with its own fonts. */
const found = async (
  named: string | undefined,
): Promise<{ readonly path: string; readonly env: Readonly<Record<string, string>> }> => {
  const path = named ?? systemPaths.find(existsSync)
  return path === undefined ? unpackedChromium() : { path, env: {} }
}

/** A running Chromium. `kill` stops it at once, for when it no longer responds. */
export type Launched = { readonly browser: Browser; kill(): void }

const processIdOf = async (browser: Browser): Promise<number | undefined> => {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.find(({ type }) => type === 'browser')?.id
}

/** Starts a Chromium that ends with this process: it listens on a pipe and exits when the pipe closes. */
export const launch = async (named: string | undefined): Promise<Launched> => {
  const { path, env } = await found(named)
  // a quarter of all code that a node loads, so loaded for the first image only
  const { chromium } = await import('playwright-core')
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: path,
    args: isRoot ? [...flags, '--no-sandbox'] : flags,
    chromiumSandbox: !isRoot,
    env: { ...environment(), ...env },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  const pid = await processIdOf(browser)
  return {
    browser,
    kill: () => {
      if (pid !== undefined && browser.isConnected()) process.kill(pid, 'SIGKILL')
    },
  }
}
