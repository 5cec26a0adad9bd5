import { domainProblems } from '../../domain/problems.ts'
import type { ProblemKind } from '../../domain/shared/problem.ts'

/** A problem in HTTP: its status, a fixed title, and a sentence or two for its page. */
export type ShownProblem = { readonly status: number; readonly title: string; readonly docs: string }

const statusOf: Readonly<Record<ProblemKind, number>> = {
  invalid: 400,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  stale: 412,
  'too-large': 413,
  unprocessable: 422,
  limited: 429,
  failed: 500,
  unavailable: 503,
}

const shown = (status: number, title: string, docs: string): ShownProblem => ({ status, title, docs })

/** Problems of the HTTP layer itself, before or after an operation. */
const httpProblems = {
  'invalid-position': shown(
    400,
    'The position is not valid',
    'Endcap-After-Position takes the value of an Endcap-Position header of this service; no position is beyond the end of its log.',
  ),
  'malformed-json': shown(400, 'The body is not JSON', 'The body could not be read as JSON in UTF-8.'),
  'json-too-deep': shown(400, 'The JSON is nested too deeply', 'A body may be nested at most 64 levels deep.'),
  'malformed-form': shown(
    400,
    'The form is not valid',
    'The multipart body could not be read, or has more parts than the operation takes.',
  ),
  'key-missing': shown(401, 'An API key is required', 'Send the key in the svc_apikey header.'),
  'key-invalid': shown(401, 'The API key is not valid', 'The key is unknown, revoked or expired.'),
  'key-in-query': shown(
    401,
    'The API key must not be in the URL',
    'URLs end up in logs and browser histories. Send the key in the svc_apikey header, and revoke the key that was in a URL.',
  ),
  'route-not-found': shown(
    404,
    'There is no such operation',
    'No operation has this path. /docs lists all operations.',
  ),
  'method-not-allowed': shown(
    405,
    'The path does not take this method',
    'The Allow header lists the methods of the path.',
  ),
  'unsupported-media-type': shown(
    415,
    'The content type is not supported',
    'The operation takes another content type, or no content encoding.',
  ),
  'rate-limited': shown(
    429,
    'Too many requests',
    'The key, the account or the address has used its limit for this minute; `detail` says which. The headers RateLimit-Policy and RateLimit show the limits of requests with a key; Retry-After is the number of seconds to wait.',
  ),
  'internal-error': shown(
    500,
    'Internal error',
    'Something failed on our side. The traceId identifies the entry in our log.',
  ),
  'file-damaged': shown(
    500,
    'A file is damaged or lost',
    'The stored bytes of a file changed or are missing. Retrying does not help; an operator can restore the file from a backup.',
  ),
  'newer-release': shown(
    503,
    'A newer release changed the object',
    'This node runs an older release than the one that last changed the object, so it cannot process requests for it. Retry; another node may, or this one once upgraded.',
  ),
  overloaded: shown(
    503,
    'The node has too much in flight',
    'The node bounds the bytes of request bodies and unsent responses that it holds at a time, in total and per account, so that no burst exhausts its memory. Retry after Retry-After, with fewer requests at a time.',
  ),
  draining: shown(503, 'The node is stopping', 'Retry; another node will respond.'),
} as const

const ofDomain = Object.fromEntries(
  Object.entries(domainProblems).map(([code, { kind, title, docs }]) => [code, shown(statusOf[kind], title, docs)]),
) as Record<keyof typeof domainProblems, ShownProblem>

/** All problem codes: those of the areas, and those of HTTP itself (HTTP-10, HTTP-12). */
export const problems = { ...ofDomain, ...httpProblems }
export type ProblemCode = keyof typeof problems

/** All codes, in order. */
export const problemCodes: readonly string[] = Object.keys(problems).sort()
