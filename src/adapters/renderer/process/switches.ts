/** Features that make Chromium ask its vendor, treat addresses in its own way, or draw later. */
const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['ThirdPartyStoragePartitioning', 'OptimizationHints', 'NetworkTimeServiceQuerying'],
]

/** Those of Playwright's switches that it needs, that keep Chromium from its vendor, and from slowing down hidden pages. */
const asPlaywright = [
  '--headless',
  '--disable-field-trial-config',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-back-forward-cache',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  `--disable-features=${disabledFeatures.join(',')}`,
  '--enable-features=CDPScreenshotNewSurface',
  '--allow-pre-commit-input',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-renderer-backgrounding',
  '--force-color-profile=srgb',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
  '--enable-unsafe-swiftshader',
  '--disable-sync',
  '--hide-scrollbars',
  '--mute-audio',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
]

/**
 * The network is blocked twice (ARCH-36): the renderer answers every request itself, and anything that bypasses it
 * (WebSockets do) gets a resolver that knows no names and a proxy that does not exist.
 */
const ownSwitches = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-gpu',
  '--disable-quic',
  '--font-render-hinting=none',
  // features that make pixels depend on when an image was decoded, or on what was rendered before
  '--disable-checker-imaging',
  '--disable-partial-raster',
  // frames on request, not by the clock: faster, and growing layers are not shown at their old scale
  '--disable-frame-rate-limit',
  '--disable-gpu-vsync',
]

/** The command line of Chromium: without a window, controlled through a pipe, at whose end it exits. */
export const switchesOf = (profile: string, { sandbox }: { readonly sandbox: boolean }): readonly string[] => [
  ...asPlaywright,
  ...ownSwitches,
  ...(sandbox ? [] : ['--no-sandbox']),
  `--user-data-dir=${profile}`,
  '--remote-debugging-pipe',
  '--no-startup-window',
]
