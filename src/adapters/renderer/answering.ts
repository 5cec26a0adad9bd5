import type { Route } from 'playwright-core'
import { fairSlots } from '../../engine/fair-slots.ts'
import { BlobsUnavailable } from '../../ports/blobs.ts'
import type { Logger } from '../../ports/logger.ts'
import type { RenderJob, Resource } from '../../ports/renderer.ts'
import { StoreAway } from '../../ports/store-away.ts'
import type { PageHints } from './page-clock.ts'
import { stillPicture } from './picture.ts'
import { isScriptFree } from './stage.ts'
import { Undrawable } from './undrawable.ts'

/** What one page may request (EXPORT-11). */
const mostRequests = 200
const mostBytes = 50 * 1024 * 1024
/** Files of a page that are read at the same time, and answers that are sent. */
const atATime = { inAll: 4, perAccount: 4 }

/** Answers a page's requests while it is rendered. */
export type Answering = {
  answer(route: Route): Promise<void>
  /** URLs without content. */
  readonly missing: ReadonlySet<string>
  /** URLs that were answered with a stand-in. */
  readonly standIns: ReadonlySet<string>
  /** Rejects when a request shows that the page cannot be rendered, or when a store is unavailable. */
  readonly failed: Promise<never>
  readonly hints: () => PageHints
  /** Allows the page to load once more; files that it has read are not read again. */
  again(): void
  /** Whether a document that loaded these resources may show another page, since they never change. */
  readonly isLasting: () => boolean
}

// interception does not cover WebSockets and WebRTC; a worker's clock cannot be controlled
const policy = "connect-src http: https: data: blob:; webrtc 'block'; worker-src 'none'; form-action 'none'"
const documentHeaders = { 'content-security-policy': policy }
const anyOrigin = { 'access-control-allow-origin': '*' }

const withoutFragment = (url: string) => url.split('#', 1)[0] ?? url

/** Answers the requests of a page at `url`: its own document once, the resources of the job, and nothing else. */
export const answering = (
  job: RenderJob,
  url: string,
  hasLoaded: () => Promise<boolean>,
  log: Logger | undefined,
): Answering => {
  const missing = new Set<string>()
  const standIns = new Set<string>()
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)
  const known = new Map<string, Promise<Resource | undefined>>()
  // apart, so that a file that is slow and shown many times holds up no other
  const [reading, sending] = [fairSlots(atATime), fairSlots(atATime)]
  let requests = 0
  /** Bytes that were answered, and those of files that were read: they are held, and may wait long for their answers. */
  let [bytes, held] = [0, 0]
  let hasFailed = false
  let isShown = false
  let isLasting = true
  const scripts = !isScriptFree(job.html)

  const fail = (error: unknown) => {
    hasFailed = true
    failure.reject(error)
  }
  const tooMuch = (what: string) => fail(new Undrawable('too-large', `${job.label} loads more than ${what}`))
  const tooManyBytes = () => tooMuch(`${mostBytes / 1024 ** 2} MiB`)

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
  const readOnce = async (asked: string, isPicture: boolean): Promise<Resource | undefined> => {
    try {
      const asStored = await job.resource(asked, isPicture)
      const found = asStored && (await stillPicture(asStored, asked))
      held += found?.body.length ?? 0
      if (held > mostBytes) tooManyBytes()
      return found
    } catch (error) {
      // a store that is unavailable is not the page's fault
      if ([Undrawable, StoreAway, BlobsUnavailable].some(kind => error instanceof kind)) fail(error)
      else log?.warn({ err: error }, 'a resource of a page could not be read')
      return undefined
    }
  }
  const stored = async (asked: string, isPicture: boolean): Promise<Resource | undefined> => {
    const read = () => reading.run('page', async () => (hasFailed ? undefined : readOnce(asked, isPicture)))
    const kept = known.get(asked) ?? read()
    known.set(asked, kept)
    const found = await kept
    if (!found?.isStandIn) return found
    if (!isPicture) return read()
    standIns.add(asked)
    return found
  }
  const answerWith = async (route: Route, found: Resource | undefined): Promise<void> => {
    const request = route.request()
    const asked = request.url()
    if (hasFailed) return route.abort()
    if (!found?.lasting) isLasting = false
    if (!found) {
      missing.add(asked)
      return route.fulfill({ status: 404, body: '' })
    }
    const { body, contentType } = found
    bytes += body.length
    if (bytes > mostBytes) {
      tooManyBytes()
      return route.abort()
    }
    // browsers would show the beginning of a truncated one, and the page then says that it is whole
    if (found.fault !== undefined && request.resourceType() === 'image') return route.fulfill({ contentType, body: '' })
    return route.fulfill({ body, contentType, headers: anyOrigin })
  }
  return {
    missing,
    standIns,
    failed: failure.promise,
    hints: () => ({ scripts, standIns: standIns.size > 0 }),
    again() {
      isShown = false
      requests = 0
      bytes = 0
    },
    isLasting: () => isLasting,
    async answer(route) {
      const request = route.request()
      if (hasFailed) return route.abort()
      const isDocument = request.resourceType() === 'document'
      const isOwn = isDocument && !isShown
      if (!isOwn && ++requests > mostRequests) {
        tooMuch(`${mostRequests} files`)
        return route.abort()
      }
      // blocks frames inside the ad, and navigation to other pages
      if (isDocument) return documentOnce(route)
      if (request.method() !== 'GET') return route.abort()
      const found = await stored(withoutFragment(request.url()), request.resourceType() === 'image')
      return sending.run('page', () => answerWith(route, found))
    },
  }
}
