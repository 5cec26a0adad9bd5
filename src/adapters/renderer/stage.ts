import type { Frame, Page } from 'playwright-core'
import type { PageGlobals } from './page-clock.ts'

/**
 * Markup that may run scripts or load documents. False positives are harmless: it only selects between two ways to show
 * an ad.
 */
const mayRun = [
  ...['<script', 'javascript:', '<iframe', '<frame', '<object'],
  ...['<embed', '<portal', 'http-equiv', '<base', '<link'],
]
const handler = /[\s"'/]on[a-z]+\s*=/

/** Whether an ad consists only of HTML and styles. The frame that shows it runs no scripts in any case. */
export const isScriptFree = (html: string): boolean => {
  const folded = html.toLowerCase()
  return !handler.test(folded) && !mayRun.some(markup => folded.includes(markup))
}

/** The page that shows ads, each in a sandboxed frame, as tags do. */
export type Stage = {
  /** Shows an ad without scripts in a reused frame: a third of the work of a new one. */
  showPlain(html: string): Promise<Frame>
  /** Shows the ad at a URL in its own frame. Removing the frame removes everything of the ad. */
  showScripted(url: string): Promise<Frame>
  /** Whether the scripted ad has loaded; called when its page tries to navigate. */
  hasLoaded(): Promise<boolean>
  /** Removes a scripted ad. */
  clear(): Promise<void>
  /** Answers as soon as the thread of the stage does, which is that of its ads. */
  ping(): Promise<void>
  /** Replaces the frame for ads without scripts: its document keeps what it has loaded, whatever it shows. */
  renew(): Promise<void>
}

/** The stage's own document, whose policy its first frame inherits: no script of an ad runs there. */
export const stageDocument = {
  body: `<!doctype html><style>html,body{margin:0;overflow:hidden;background:#fff}
iframe{display:block;border:0;width:100vw;height:100vh}iframe:not(:last-child){display:none}</style><body>`,
  contentType: 'text/html',
  headers: { 'content-security-policy': "script-src 'none'" },
}

const addFrame = (url: string | undefined): Promise<void> | undefined => {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  if (url !== undefined) frame.src = url
  const shown = new Promise<void>(resolve => {
    frame.onload = () => {
      frame.dataset.loaded = ''
      resolve()
    }
  })
  document.body.append(frame)
  return url === undefined ? undefined : shown
}
const isLastLoaded = (): boolean => document.querySelector('iframe:last-child[data-loaded]') !== null
const removeScripted = () => {
  while (document.body.childElementCount > 1) document.body.lastElementChild?.remove()
}
const nothing = () => undefined
const removePlain = () => document.body.firstElementChild?.remove()
const write = async (html: string): Promise<void> => {
  const page = globalThis as unknown as PageGlobals
  document.open()
  const loaded = new Promise(resolve => addEventListener('load', resolve))
  page.__begin()
  document.write(html)
  document.close()
  await loaded
}
/**
 * Adds a frame to the stage, which is its own. It asks for no handle of the element, because there is nothing to do with
 * one that arrives while the page is closed.
 */
const addedTo = async (page: Page, url?: string): Promise<Frame> => {
  const before = page.mainFrame().childFrames()
  await page.evaluate(addFrame, url)
  const added = page
    .mainFrame()
    .childFrames()
    .find(frame => !before.includes(frame))
  if (!added) throw new Error('a frame of the stage is gone')
  return added
}

/** Sets up the stage in a page that shows `stageDocument`. */
export const openStage = async (page: Page): Promise<Stage> => {
  let plain = await addedTo(page)
  return {
    async showPlain(html) {
      await plain.evaluate(write, html)
      return plain
    },
    showScripted: url => addedTo(page, url),
    hasLoaded: () => page.evaluate(isLastLoaded),
    clear: () => page.evaluate(removeScripted),
    ping: () => page.evaluate(nothing),
    async renew() {
      await page.evaluate(removePlain)
      plain = await addedTo(page)
    },
  }
}
