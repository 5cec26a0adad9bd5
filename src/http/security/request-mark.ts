import { digestOf } from '../../domain/shared/digest.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { EndcapContext } from '../context.ts'

const purpose = 'request-mark'

/** What tells a repeat of a request from another request under the same Idempotency-Key. */
export type RequestMark = {
  /** What the record of the request keeps. */
  readonly kept: string
  /** Whether a record was made for the same request. */
  fits(kept: string): boolean
}

const isEmpty = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0

/**
 * The mark of a request. Bodies hold passwords and mail addresses, which a digest in the log would let its readers try, also after an erasure.
 * So the mark follows from the signing key and the text of the Idempotency-Key too, which is stored nowhere (ADR 0103).
 */
export const requestMark = (
  secrets: Pick<Secrets, 'sign' | 'verify'>,
  idempotencyKey: string,
  { request, query, state }: Pick<EndcapContext, 'request' | 'query' | 'state'>,
): RequestMark => {
  const sent = request.body ?? null
  // a body whose fields are all optional may be absent (HTTP-8), so no member is the same as no body
  const body = isEmpty(sent) ? null : sent
  const text = `${idempotencyKey}\n${digestOf({ body, query, files: state.fileHashes ?? {} })}`
  return {
    kept: secrets.sign(purpose, text),
    fits: kept => secrets.verify(purpose, text, kept),
  }
}
