import type { ElementHandle, Frame, Page } from 'playwright-core'
import type { PageGlobals } from './page-clock.ts'

/** What may run or load documents. Too much is found rather than too little: it only decides between two ways to show an ad. */
const mayRun = /<script|[\s"'/]on[a-z]+\s*=|javascript:|<i?frame|<object|<embed|<portal|http-equiv|<base|<link/i

/** Whether an ad is nothing but HTML and styles. The frame that shows it runs no script in any case. */
export const isScriptFree = (html: string): boolean => !mayRun.test(html)

/** The page that ads are shown in, each in a sandboxed frame, as where tags show them. */
export type Stage = {
  /** Shows an ad without scripts in a frame that is used again: a third of the work of a new one. */
  showPlain(html: string): Promise<Frame>
  /** Shows the ad at an address in a frame of its own. With the frame everything of the ad goes. */
  showScripted(url: string): Promise<Frame>
  /** Whether the scripted ad has loaded; asked while its page would go on to another. */
  hasLoaded(): Promise<boolean>
  /** Takes a scripted ad away. */
  clear(): Promise<void>
}

/** The stage's own document, and what its first frame inherits: no script of an ad runs there. */
export const stageDocument = {
  body: `<!doctype html><style>html,body{margin:0;overflow:hidden;background:#fff}
iframe{display:block;border:0;width:100vw;height:100vh}iframe:not(:last-child){display:none}</style><body>`,
  contentType: 'text/html',
  headers: { 'content-security-policy': "script-src 'none'" },
}

const addFrame = (url: string | undefined): Promise<HTMLIFrameElement> | HTMLIFrameElement => {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  if (url !== undefined) frame.src = url
  const shown = new Promise<HTMLIFrameElement>(resolve => {
    frame.onload = () => {
      frame.dataset.loaded = ''
      resolve(frame)
    }
  })
  document.body.append(frame)
  return url === undefined ? frame : shown
}
const isLastLoaded = (): boolean => document.querySelector('iframe:last-child[data-loaded]') !== null
const removeScripted = () => {
  while (document.body.childElementCount > 1) document.body.lastElementChild?.remove()
}
const write = async (html: string): Promise<void> => {
  const page = globalThis as unknown as PageGlobals
  document.open()
  const loaded = new Promise(resolve => addEventListener('load', resolve))
  page.__begin()
  document.write(html)
  document.close()
  await loaded
}
const frameOf = async (element: ElementHandle<HTMLIFrameElement>): Promise<Frame> => {
  const frame = await element.contentFrame()
  if (!frame) throw new Error('a frame of the stage is gone')
  return frame
}

/** Sets the stage up in a page that shows `stageDocument`. */
export const openStage = async (page: Page): Promise<Stage> => {
  const plain = await frameOf(await page.evaluateHandle(addFrame, undefined))
  return {
    async showPlain(html) {
      await plain.evaluate(write, html)
      return plain
    },
    showScripted: async url => frameOf(await page.evaluateHandle(addFrame, url)),
    hasLoaded: () => page.evaluate(isLastLoaded),
    clear: () => page.evaluate(removeScripted),
  }
}
