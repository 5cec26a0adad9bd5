import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bundled from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/**
 * The network is closed twice over (design 8): every request is answered by the renderer itself, and what might get round
 * that (WebSockets do) meets a resolver that knows no name and a proxy that is not there.
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
]

const hasFonts = () => existsSync('/usr/share/fonts') && readdirSync('/usr/share/fonts').length > 0

/** The Chromium to run: the one that is named, else the system's, else the one inside npm with fonts of its own. */
const found = async (
  named: string | undefined,
): Promise<{ readonly path: string; readonly env: Record<string, string> }> => {
  const path = named ?? systemPaths.find(existsSync)
  if (path !== undefined) return { path, env: {} }
  const unpacked = await bundled.executablePath()
  // on a machine without fonts it would draw no text
  return { path: unpacked, env: hasFonts() ? {} : { FONTCONFIG_PATH: join(tmpdir(), 'fonts') } }
}

/** Starts a Chromium that ends with this process: it listens on a pipe and goes when the pipe closes. */
export const launch = async (named: string | undefined): Promise<Browser> => {
  const { path, env } = await found(named)
  const isRoot = process.getuid?.() === 0
  return chromium.launch({
    executablePath: path,
    args: isRoot ? [...flags, '--no-sandbox'] : flags,
    chromiumSandbox: !isRoot,
    env: { ...(process.env as Record<string, string>), ...env },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}
