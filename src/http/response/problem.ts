import { NoIds } from '../../engine/write/id-blocks.ts'
import { BlobDamaged, BlobMissing, BlobsUnavailable } from '../../ports/blobs.ts'
import type { Logger } from '../../ports/logger.ts'
import { levelOf, StoreAway, WrittenByNewer } from '../../ports/store-away.ts'
import type { Answer, Exchange, Refusal } from '../exchange.ts'
import { problems } from './problems.ts'

/** Our own fault; the detail says nothing of what went wrong, the log does. */
const internal: Refusal = {
  code: 'internal-error',
  detail: 'Something failed on our side. The traceId leads to the entry in our log.',
}

const newerRelease: Refusal = {
  code: 'newer-release',
  detail: 'A newer release has changed the object; this node cannot decide on it. Try again: another node may.',
}

const lostFile: Refusal = {
  code: 'file-damaged',
  detail: 'A file that the answer needs is damaged or lost on our side. Whoever runs the service can put it back.',
}

const isAway = (store: string): Refusal => ({
  code: 'store-unavailable',
  detail: `The ${store} cannot be reached. Nothing is known to be lost; try again.`,
})

/** Seconds that a client is asked to wait when a store is away or the node drains, unless the refusal says otherwise. */
const retryAfter = { 'Retry-After': '1' }

/** A refusal as `application/problem+json` (decision 1). */
export const problemAnswer = (refusal: Refusal, x: Exchange, publicUrl: string): Answer => {
  const { status, title } = problems[refusal.code]
  const body = {
    ...refusal.extra,
    type: `${publicUrl}/docs/problems/${refusal.code}`,
    title,
    status,
    detail: refusal.detail,
    // never the raw URL: it may hold names and tokens
    instance: x.route?.template ?? refusal.instance ?? '/',
    code: refusal.code,
    traceId: x.traceId,
    errors: refusal.errors ?? [],
    message: refusal.detail,
  }
  return {
    status,
    body: JSON.stringify(body),
    contentType: 'application/problem+json',
    headers: { 'Cache-Control': 'no-store', ...(status === 503 ? retryAfter : {}), ...refusal.headers },
  }
}

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof BlobDamaged || error instanceof BlobMissing) return lostFile
  if (error instanceof BlobsUnavailable) return isAway('store of files')
  if (error instanceof NoIds) return error.rejection
  if (error instanceof WrittenByNewer) return newerRelease
  return error instanceof StoreAway ? isAway(error.store) : internal
}

/**
 * What is answered when something threw: 500, or 503 when a store says that it is away. Logged, never shown; an outage is logged
 * once, where it is noticed, and not for each request that meets it.
 */
export const failureAnswer = (error: unknown, x: Exchange, publicUrl: string, logger: Logger): Answer => {
  const toldElsewhere = [NoIds, BlobDamaged, BlobMissing, BlobsUnavailable].some(kind => error instanceof kind)
  const level = toldElsewhere ? 'debug' : levelOf(error, 'error')
  logger[level]({ err: error, traceId: x.traceId, operationId: x.route?.row.operationId }, 'request failed')
  return problemAnswer(refusalOf(error), x, publicUrl)
}
