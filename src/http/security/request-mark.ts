import { digestOf } from '../../domain/shared/digest.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { EndcapContext } from '../context.ts'

const purpose = 'request-mark'

/** What tells a repeat of a request from another request under the same Idempotency-Key. */
export type RequestMark = {
  /** Of body, query and files. Anybody who guesses a body has its digest, so it stays in memory. */
  readonly digest: string
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
  const digestWith = (body: unknown) => digestOf({ body, query, files: state.fileHashes ?? {} })
  const textOf = (digest: string) => `${idempotencyKey}\n${digest}`
  const sent = request.body ?? null
  // a body whose fields are all optional may be absent (HTTP-8), so no member is the same as no body
  const digest = digestWith(isEmpty(sent) ? null : sent)
  const known = [...new Set([digest, digestWith(sent)])]
  return {
    digest,
    kept: secrets.sign(purpose, textOf(digest)),
    // earlier releases kept the digest, or did not take an empty object for no body
    fits: kept => known.some(one => kept === one || secrets.verify(purpose, textOf(one), kept)),
  }
}
