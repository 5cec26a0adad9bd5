/** What Playwright switches off when it launches Chromium. We start Chromium ourselves (ADR 0030), so the list is ours to keep. */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Playwright expects these; they also keep Chromium from contacting its vendor and from slowing down hidden pages. */
const asPlaywright = [
  '--disable-field-trial-config',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-back-forward-cache',
  '--disable-breakpad',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--no-default-browser-check',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  `--disable-features=${disabledFeatures.join(',')}`,
  '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
  '--allow-pre-commit-input',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--force-color-profile=srgb',
  '--metrics-recording-only',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
  '--no-service-autorun',
  '--disable-search-engine-choice-screen',
  '--unsafely-disable-devtools-self-xss-warnings',
  '--enable-unsafe-swiftshader',
  '--disable-stack-profiler',
  '--disable-infobars',
  '--disable-sync',
  '--headless',
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
