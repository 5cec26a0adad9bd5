import { NoIds } from '../../engine/write/id-blocks.ts'
import { BlobDamaged, BlobMissing, BlobsUnavailable } from '../../ports/blobs.ts'
import type { Logger } from '../../ports/logger.ts'
import { RendererUnavailable } from '../../ports/renderer.ts'
import { IndexNotReady } from '../../ports/row-indexes.ts'
import { levelOf, StoreAway, WrittenByNewer } from '../../ports/store-away.ts'
import type { EndcapContext } from '../context.ts'
import { type HttpResponse, respond } from './http-response.ts'
import { pageOfProblem } from './problem-page.ts'
import { problems as known } from './problems.ts'
import { type Refusal, refusalIn } from './refuse.ts'
import { responseOf } from './response-of.ts'

/** An error on our side: the log has the cause, the response does not show it. */
const internal: Refusal = {
  code: 'internal-error',
  detail: 'Something failed on our side. The traceId identifies the entry in our log.',
}

const newerRelease: Refusal = {
  code: 'newer-release',
  detail: 'A newer release changed the object, so this node cannot process the request. Retry; another node may.',
}

const lostFile: Refusal = {
  code: 'file-damaged',
  detail: 'A file that the response needs is damaged or lost on our side. An operator can restore it.',
}

const indexNotReady: Refusal = {
  code: 'index-not-ready',
  detail: 'The products of the campaign are still being indexed. Try again in some seconds.',
}
const rendererUnavailable: Refusal = {
  code: 'renderer-unavailable',
  detail: 'The image cannot be rendered at the moment. Retry.',
}

const storeUnavailable = (store: string): Refusal => ({
  code: 'store-unavailable',
  detail: `The ${store} cannot be reached. The outcome of a write is unknown: retry it with the same Idempotency-Key.`,
})

/** Seconds that a client should wait while a store is unavailable or the node drains, unless the refusal sets another value. */
const retryAfter = { 'Retry-After': '1' }

/** A refusal as `application/problem+json`, or for people as a page (HTTP-10). */
const problemResponse = (refusal: Refusal, ctx: EndcapContext, publicUrl: string): HttpResponse => {
  const { state } = ctx
  const { status, title } = known[refusal.code]
  const body = {
    ...refusal.extra,
    type: `${publicUrl}/docs/problems/${refusal.code}`,
    title,
    status,
    detail: refusal.detail,
    // never the raw URL: it may contain names and tokens
    instance: state.route?.template ?? refusal.instance ?? '/',
    code: refusal.code,
    traceId: state.traceId,
    errors: refusal.errors ?? [],
    message: refusal.detail,
  }
  const response = {
    status,
    body: JSON.stringify(body),
    contentType: 'application/problem+json',
    headers: {
      'Cache-Control': 'no-store',
      ...(status === 503 ? retryAfter : {}),
      ...(refusal.retryAfter === undefined ? {} : { 'Retry-After': String(refusal.retryAfter) }),
      ...refusal.headers,
    },
  }
  return pageOfProblem(ctx, response, body) ?? response
}

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof BlobDamaged || error instanceof BlobMissing) return lostFile
  if (error instanceof BlobsUnavailable) return storeUnavailable('store of files')
  if (error instanceof NoIds) return error.rejection
  if (error instanceof WrittenByNewer) return newerRelease
  if (error instanceof RendererUnavailable) return rendererUnavailable
  if (error instanceof IndexNotReady) return indexNotReady
  return error instanceof StoreAway ? storeUnavailable(error.store) : internal
}

/** An outage is logged once, where it is detected, not for each affected request. */
const log = (error: unknown, { state }: EndcapContext, logger: Logger): void => {
  const loggedElsewhere = [NoIds, BlobDamaged, BlobMissing, BlobsUnavailable, RendererUnavailable, IndexNotReady].some(
    kind => error instanceof kind,
  )
  const level = loggedElsewhere ? 'debug' : levelOf(error, 'error')
  const { traceId, route } = state
  logger[level]({ err: error, traceId, operationId: route?.row.operationId }, 'request failed')
}

/** The response of an operation whose failures have a shape of their own. */
const ownResponse = ({ code, detail, alwaysProblem }: Refusal, { state }: EndcapContext): HttpResponse | undefined => {
  if (alwaysProblem) return undefined
  const operation = state.route?.row.operation
  const own = operation?.refused?.({ status: known[code].status, code, detail })
  return operation && own && responseOf(operation, own)
}

/** A refusal as its operation answers it: in a shape of its own, or as a problem. */
export const refusedResponse = (refusal: Refusal, ctx: EndcapContext, publicUrl: string): HttpResponse => ({
  ...(ownResponse(refusal, ctx) ?? problemResponse(refusal, ctx, publicUrl)),
  problem: refusal.code,
})

/**
 * Sends an error as a problem: a refusal with its own code; anything else as 500, or 503 if a store is unavailable, with the cause
 * only in the log.
 */
export const problems =
  (config: { readonly publicUrl: string }, logger: Logger) =>
  (ctx: EndcapContext, error: unknown): void => {
    const refusal = refusalIn(error)
    if (refusal === undefined) log(error, ctx, logger)
    respond(ctx, refusedResponse(refusal ?? refusalOf(error), ctx, config.publicUrl))
  }
