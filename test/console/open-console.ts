import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { adminKey, type Service } from '../support/service/service.ts'

export type Opened = {
  readonly page: Page
  /** The URL of every request. */
  readonly requests: readonly string[]
  /** Console messages and page errors, without failed requests. */
  readonly complaints: readonly string[]
  /** Number of API requests so far. */
  reads(): number
}
type Options = BrowserContextOptions & { readonly hash?: string; readonly ownClock?: boolean }

/** Opens the console in a new tab. `ownClock`: the page's timers run only when the test advances them. */
export const openConsole = async (browser: Browser, service: Service, options: Options = {}): Promise<Opened> => {
  const { hash = '', ownClock = false, ...context } = options
  const page = await (await browser.newContext({ timezoneId: 'America/New_York', ...context })).newPage()
  // far more than a busy machine needs
  page.setDefaultTimeout(180_000)
  if (ownClock) {
    const now = Date.now()
    // installed alone, the clock goes on by itself; it begins an hour earlier so that it cannot pass the time at which it stops
    await page.clock.install({ time: now - 3_600_000 })
    await page.clock.pauseAt(now)
  }
  const [requests, complaints]: [string[], string[]] = [[], []]
  page.on('request', request => requests.push(request.url()))
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text())
  })
  await page.goto(`${service.url}/console${hash}`)
  return { page, requests, complaints, reads: () => requests.filter(url => url.includes('/v2/')).length }
}

/** Signs in as a user would. */
export const signIn = async (page: Page, key = adminKey, account = 'acme'): Promise<void> => {
  await page.getByLabel('Account').fill(account)
  await page.getByLabel('API key').fill(key)
  await page.keyboard.press('Enter')
}

/** A key of the account with these permissions. */
export const keyWith = async (service: Service, permissions: readonly string[]): Promise<string> =>
  (await service.must('POST', '/v2/accounts/acme/api-keys', { owner: 'test', permissions })).apiKey
