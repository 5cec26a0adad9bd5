import type { Browser } from 'playwright-core'

/** Somebody who looks at a page with an ad in its first frame, in a browser without history and cookies. */
export type Visitor = {
  open(address: string): Promise<void>
  /** Clicks with the mouse on an element in the first frame. */
  click(selector: string): Promise<void>
  /** The addresses of all windows, that of the page first. */
  windows(): Promise<readonly string[]>
  leave(): Promise<void>
}

/** A browser in which visitors are. */
export type VisitorBrowser = { newVisitor(): Promise<Visitor>; close(): Promise<void> }

/** Far more than a busy machine needs. */
const patienceMs = 60_000

/** Visitors of a browser that Playwright drives. */
export const visitorsOf = (browser: Browser): VisitorBrowser => ({
  async newVisitor() {
    const context = await browser.newContext()
    context.setDefaultTimeout(patienceMs)
    const page = await context.newPage()
    return {
      open: async address => void (await page.goto(address)),
      click: async selector => page.frames()[1]?.locator(selector).click(),
      windows: async () => context.pages().map(window => window.url()),
      leave: () => context.close(),
    }
  },
  close: () => browser.close(),
})
