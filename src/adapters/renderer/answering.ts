import type { Route } from 'playwright-core'
import type { Logger } from '../../ports/logger.ts'
import type { RenderJob } from '../../ports/renderer.ts'
import type { PageHints } from './page-clock.ts'
import { stillPicture } from './picture.ts'
import { isScriptFree } from './stage.ts'
import { Undrawable } from './undrawable.ts'

const mentionsEnds = /animation(?:start|end|iteration|cancel)|transition(?:run|start|end|cancel)|finish/i

// scripts may assemble URLs from parts
const mentionsImages = /url\(|backgroundImage|background-image/i

const isSource = new Set(['script', 'stylesheet'])

/** Answers a page's requests while it is rendered. */
export type Answering = {
  answer(route: Route): Promise<void>
  /** URLs without content. */
  readonly missing: ReadonlySet<string>
  /** Why the page cannot be rendered, if a requested resource is the reason. */
  readonly failure: () => Undrawable | undefined
  readonly hints: () => PageHints
}

// interception does not cover WebSockets and WebRTC; a worker's clock cannot be controlled
const policy = "connect-src http: https: data: blob:; webrtc 'block'; worker-src 'none'; form-action 'none'"
const documentHeaders = { 'content-security-policy': policy }
const anyOrigin = { 'access-control-allow-origin': '*' }

/** Answers the requests of a page at `url`: its own document once, the resources of the job, and nothing else. */
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
      ends: hints.ends || mentionsEnds.test(source),
      pauses: hints.pauses || source.includes('paused'),
      pictures: hints.pictures || mentionsImages.test(source),
    }
  }
  read(job.html)

  const documentOnce = async (route: Route): Promise<void> => {
    if (isShown || route.request().url() !== url) {
      // aborted if it navigates before it has loaded, since it would never load; what Chromium shows instead is not the
      // ad
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
      // blocks frames inside the ad, and navigation to other pages
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
