import { type Problems, problem } from './problem.ts'

/** Refusals that are not those of one area. */
export const generalProblems = {
  'invalid-request': problem(
    'invalid',
    'The request is not valid',
    'A field of the path, the query or the body is not valid. `errors` names each with a JSON pointer: `/path/…`, `/query/…`, or a pointer into the body.',
  ),
  'invalid-cursor': problem(
    'invalid',
    'The page token is not valid',
    'Use `next` and `previous` exactly as returned, with the same filters, within 24 hours.',
  ),
  'link-invalid': problem(
    'forbidden',
    'The link is not valid',
    'A signed link works only unchanged, as this service returned it.',
  ),
  'link-expired': problem(
    'forbidden',
    'The link has expired',
    'Repeat the request that returned the link; the answer contains a new one.',
  ),
  'not-found': problem(
    'missing',
    'There is no such object',
    'The object does not exist, or belongs to another account.',
  ),
  'too-large': problem('too-large', 'The request is too large', 'The body exceeds the limit of the operation.'),
  'append-too-large': problem(
    'too-large',
    'The change is too large',
    'The result of the request exceeds the limit of one write. Send it in parts.',
  ),
  stale: problem(
    'stale',
    'The object has changed',
    'If-Match names an older version. Read the object again and decide anew.',
  ),
  busy: problem(
    'unavailable',
    'Too many concurrent changes',
    'Other writes changed the object faster than this one could be applied. Retry.',
  ),
  'store-unavailable': problem(
    'unavailable',
    'A store is unavailable',
    'The event log or the read models cannot be reached. Retry after a moment; use the same Idempotency-Key for a write.',
  ),
  'read-models-behind': problem(
    'unavailable',
    'The read models are behind',
    'The position of Endcap-After-Position was not reached within 5 seconds. Retry.',
  ),
  'claim-lost': problem('conflict', 'Another worker took over', 'Another node is working on this.'),
} as const satisfies Problems
