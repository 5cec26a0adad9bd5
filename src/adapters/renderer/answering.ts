import type { Route } from 'playwright-core'
import type { Logger } from '../../ports/logger.ts'
import type { RenderJob } from '../../ports/renderer.ts'
import type { PageHints } from './page-clock.ts'
import { stillPicture } from './picture.ts'
import { isScriptFree } from './stage.ts'
import { Undrawable } from './undrawable.ts'

const speaksOfEnds = /animation(?:start|end|iteration|cancel)|transition(?:run|start|end|cancel)|finish/i

// scripts may put addresses together by parts
const showsPictures = /url\(|backgroundImage|background-image/i

const isSource = new Set(['script', 'stylesheet'])

/** What a page asked for while it was drawn. */
export type Answering = {
  answer(route: Route): Promise<void>
  /** Addresses that had nothing. */
  readonly missing: ReadonlySet<string>
  /** Why the page cannot be drawn, when what it asked for says so. */
  readonly failure: () => Undrawable | undefined
  readonly hints: () => PageHints
}

// interception does not see WebSockets and WebRTC; a worker's clock is out of reach
const policy = "connect-src http: https: data: blob:; webrtc 'block'; worker-src 'none'; form-action 'none'"
const documentHeaders = { 'content-security-policy': policy }
const anyOrigin = { 'access-control-allow-origin': '*' }

/** Answers what a page at `url` asks for: its own document, once, what the job's `resource` has, and nothing else. */
export const answering = (
  job: RenderJob,
  url: string,
  hasLoaded: () => Promise<boolean>,
  log: Logger | undefined,
): Answering => {
  const missing = new Set<string>()
  let isShown = false
  let failure: Undrawable | undefined
  let hints: PageHints = { scripts: !isScriptFree(job.html), ends: false, pauses: false, pictures: false }
  const read = (source: string) => {
    hints = {
      ...hints,
      ends: hints.ends || speaksOfEnds.test(source),
      pauses: hints.pauses || source.includes('paused'),
      pictures: hints.pictures || showsPictures.test(source),
    }
  }
  read(job.html)

  const documentOnce = async (route: Route): Promise<void> => {
    if (isShown || route.request().url() !== url) {
      // one that goes on before it has loaded would never load; what Chromium then shows instead is not the ad
      const isAd = route.request().frame().parentFrame()?.parentFrame() === null
      return isAd && !(await hasLoaded()) ? route.abort() : route.fulfill({ status: 204 })
    }
    isShown = true
    return route.fulfill({ body: job.html, contentType: 'text/html; charset=utf-8', headers: documentHeaders })
  }
  const stored = async (asked: string) => {
    try {
      const found = await job.resource(asked)
      return found && (await stillPicture(found, asked))
    } catch (error) {
      if (error instanceof Undrawable) failure ??= error
      else log?.warn({ err: error }, 'a resource of a page could not be read')
      return undefined
    }
  }
  return {
    missing,
    failure: () => failure,
    hints: () => hints,
    async answer(route) {
      const request = route.request()
      // frames within the ad, and pages that it would go on to, stay out
      if (request.resourceType() === 'document') return documentOnce(route)
      if (request.method() !== 'GET') return route.abort()
      const asked = request.url()
      const found = await stored(asked)
      if (found) {
        if (isSource.has(request.resourceType())) read(found.body.toString())
        return route.fulfill({ ...found, headers: anyOrigin })
      }
      missing.add(asked)
      return route.fulfill({ status: 404, body: '' })
    },
  }
}
