import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { adminKey, type Service } from '../support/service/service.ts'

export type Opened = {
  readonly page: Page
  /** Every address that was asked for, whoever asked. */
  readonly requests: readonly string[]
  /** What the console and the page complained of; a refused read is no complaint. */
  readonly complaints: readonly string[]
  /** How many reads of the API were begun. */
  reads(): number
}
type Options = BrowserContextOptions & { readonly hash?: string; readonly ownClock?: boolean }

/** The console in a tab of its own. `ownClock`: the page's timers stand still until the test moves them. */
export const openConsole = async (browser: Browser, service: Service, options: Options = {}): Promise<Opened> => {
  const { hash = '', ownClock = false, ...context } = options
  const page = await (await browser.newContext({ timezoneId: 'America/New_York', ...context })).newPage()
  page.setDefaultTimeout(60_000)
  if (ownClock) await page.clock.install()
  const [requests, complaints]: [string[], string[]] = [[], []]
  page.on('request', request => requests.push(request.url()))
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text())
  })
  await page.goto(`${service.url}/console${hash}`)
  return { page, requests, complaints, reads: () => requests.filter(url => url.includes('/v2/')).length }
}

/** Types account and key, as a person does. */
export const signIn = async (page: Page, key = adminKey, account = 'acme'): Promise<void> => {
  await page.getByLabel('Account').fill(account)
  await page.getByLabel('API key').fill(key)
  await page.keyboard.press('Enter')
}

/** A key of the account with these permissions. */
export const keyWith = async (service: Service, permissions: readonly string[]): Promise<string> =>
  (await service.must('POST', '/v2/accounts/acme/api-keys', { owner: 'test', permissions })).apiKey
