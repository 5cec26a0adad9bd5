import { domainProblems } from '../../domain/problems.ts'
import type { ProblemKind } from '../../domain/shared/problem.ts'

/** A problem in HTTP: its status, a fixed title, and for its page what it means and what to do. */
export type ShownProblem = {
  readonly status: number
  readonly title: string
  readonly docs: string
  readonly remedy: string
}

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

const shown = (status: number, title: string, docs: string, remedy: string): ShownProblem => ({
  status,
  title,
  docs,
  remedy,
})

/** Problems of the HTTP layer itself, before or after an operation. */
const httpProblems = {
  'malformed-json': shown(
    400,
    'The body is not JSON',
    'The body could not be read as JSON in UTF-8.',
    'Send one JSON value in UTF-8; `detail` says where reading it failed.',
  ),
  'json-too-deep': shown(
    400,
    'The JSON is nested too deeply',
    'A body may be nested at most 64 levels deep.',
    'Send flatter JSON.',
  ),
  'malformed-form': shown(
    400,
    'The form is not valid',
    'The multipart body could not be read, or has more parts than the operation takes.',
    'Send multipart/form-data with the parts that the operation lists, once each.',
  ),
  'key-missing': shown(
    401,
    'An API key is required',
    'The operation takes an API key.',
    'Send the key in the svc_apikey header.',
  ),
  'key-invalid': shown(
    401,
    'The API key is not valid',
    'The key is unknown, revoked or expired.',
    'Check that the whole key was copied, or ask for a new one.',
  ),
  'key-in-query': shown(
    401,
    'The API key must not be in the URL',
    'URLs end up in logs and browser histories.',
    'Send the key in the svc_apikey header, and revoke the key that was in a URL.',
  ),
  'route-not-found': shown(
    404,
    'There is no such operation',
    'No operation has this path.',
    'Look up the path in /docs, which lists all operations.',
  ),
  'method-not-allowed': shown(
    405,
    'The path does not take this method',
    'The Allow header lists the methods of the path.',
    'Use one of those methods.',
  ),
  'unsupported-media-type': shown(
    415,
    'The content type is not supported',
    'The operation takes another content type, or no content encoding.',
    'Send the content type that /docs names for the operation, without Content-Encoding.',
  ),
  'rate-limited': shown(
    429,
    'Too many requests',
    'The key, the account or the address has used its limit for this minute; `detail` says which. The headers RateLimit-Policy and RateLimit show the limits of requests with a key.',
    'Wait as many seconds as Retry-After says.',
  ),
  'internal-error': shown(
    500,
    'Internal error',
    'Something failed on our side. The traceId identifies the entry in our log.',
    'Retry once; if it fails again, give the traceId to the operator.',
  ),
  'file-damaged': shown(
    500,
    'A file is damaged or lost',
    'The stored bytes of a file changed or are missing. Retrying does not help.',
    'An operator restores the file from a backup.',
  ),
  'newer-release': shown(
    503,
    'A newer release changed the object',
    'This node runs an older release than the one that last changed the object, so it cannot process requests for it.',
    'Retry; another node may answer, or this one once it is upgraded.',
  ),
  overloaded: shown(
    503,
    'The node has too much in flight',
    'The node bounds the bytes of request bodies and unsent responses that it holds at a time, in total and per account, so that no burst exhausts its memory.',
    'Retry after Retry-After, with fewer requests at a time.',
  ),
  draining: shown(
    503,
    'The node is stopping',
    'The node finishes what it has begun and takes nothing new.',
    'Retry; another node will respond.',
  ),
} as const

const ofDomain = Object.fromEntries(
  Object.entries(domainProblems).map(([code, { kind, title, docs, remedy }]) => [
    code,
    shown(statusOf[kind], title, docs, remedy),
  ]),
) as Record<keyof typeof domainProblems, ShownProblem>

/** All problem codes: those of the areas, and those of HTTP itself (HTTP-10, HTTP-12). */
export const problems = { ...ofDomain, ...httpProblems }
export type ProblemCode = keyof typeof problems

/** All codes, in order. */
export const problemCodes: readonly string[] = Object.keys(problems).sort()
