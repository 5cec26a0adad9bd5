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

/**
 * The mark of a request. Bodies hold passwords and mail addresses, which a digest in the log would let its readers try, also after an erasure.
 * So the mark follows from the signing key and the text of the Idempotency-Key too, which is stored nowhere (ADR 0103).
 */
export const requestMark = (
  secrets: Pick<Secrets, 'sign' | 'verify'>,
  idempotencyKey: string,
  { request, query, state }: Pick<EndcapContext, 'request' | 'query' | 'state'>,
): RequestMark => {
  const digest = digestOf({ body: request.body ?? null, query, files: state.fileHashes ?? {} })
  const text = `${idempotencyKey}\n${digest}`
  return {
    digest,
    kept: secrets.sign(purpose, text),
    // earlier releases kept the digest
    fits: kept => kept === digest || secrets.verify(purpose, text, kept),
  }
}
