import { type Problems, problem } from './problem.ts'

/** Problem codes that do not belong to one area. */
export const generalProblems = {
  'invalid-request': problem(
    'invalid',
    'The request is not valid',
    'A field of the path, the query or the body is not valid. `errors` lists each with a JSON pointer: `/path/…`, `/query/…`, or a pointer into the body.',
    'Correct each field that `errors` points at, and send the request again.',
  ),
  'invalid-cursor': problem(
    'invalid',
    'The page token is not valid',
    'The token was changed, is too old, or belongs to another list.',
    'Use `next` and `previous` exactly as returned, with the same filters, within 24 hours; or start without a token.',
  ),
  'invalid-position': problem(
    'invalid',
    'The position is not valid',
    'Endcap-After-Position takes the value of an Endcap-Position header of this service; no position is beyond the end of its log.',
    'Send the value of the last answer, or leave the header out.',
  ),
  'too-many-streams': problem(
    'limited',
    'Too many event streams are open',
    'An account may have 20 streams of events open at a node, and a node 500.',
    'Close streams that nobody reads. One stream of an account can serve many readers of yours.',
  ),
  'link-invalid': problem(
    'forbidden',
    'The link is not valid',
    'The signature of the link does not fit.',
    'Use signed links exactly as this service returned them.',
  ),
  'link-expired': problem(
    'forbidden',
    'The link has expired',
    'Signed links work for a limited time.',
    'Repeat the request that returned the link; the response contains a new one.',
  ),
  'not-found': problem(
    'missing',
    'There is no such object',
    'The object does not exist, or belongs to another account.',
    'Check the ids in the path, and that the key is of the right account. What was just written is found with Endcap-After-Position.',
  ),
  'too-large': problem(
    'too-large',
    'The request is too large',
    'The body exceeds the limit of the operation.',
    'Send less at a time; `detail` names the limit.',
  ),
  'append-too-large': problem(
    'too-large',
    'The change is too large',
    'The result of the request exceeds the limit of one write.',
    'Send it in parts.',
  ),
  stale: problem(
    'stale',
    'The object has changed',
    'If-Match names an older version.',
    'Read the object again, and repeat the change if it still applies.',
  ),
  busy: problem(
    'unavailable',
    'Too many concurrent changes',
    'The object was changed repeatedly by other requests.',
    'Retry, with fewer changes of one object at a time.',
  ),
  'store-unavailable': problem(
    'unavailable',
    'A store is unavailable',
    'The event log or the read models cannot be reached.',
    'Retry after a moment; retry writes with the same Idempotency-Key.',
  ),
  'read-models-behind': problem(
    'unavailable',
    'The read models are behind',
    'The position of Endcap-After-Position was not reached within 5 seconds, or the files that an account has just stored were not counted within them.',
    'Retry after a moment.',
  ),
  'claim-lost': problem(
    'conflict',
    'Another worker took over',
    'Another node is now working on this.',
    'Retry; the other node may have done it already.',
  ),
} as const satisfies Problems
