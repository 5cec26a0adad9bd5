import type { CloudFailure } from '../../ports/cloud-storage.ts'
import { Refused } from '../fetcher/refused.ts'

const sentences: Readonly<Record<string, string>> = {
  'bucket-missing': 'The bucket does not exist.',
  'key-refused': 'The cloud service rejected the access key or its secret.',
  'not-found': 'The object does not exist.',
  'resource-missing': 'The cloud service does not know this account or resource.',
  archived: 'The object is archived; it must be restored before it can be read.',
}

/** A failure of a known kind, in our own words: the service's response may contain the key. */
export const cloudFailure = (code: keyof typeof sentences & string): CloudFailure => ({
  code,
  detail: sentences[code] ?? code,
})

/** Error names of the services (from their documentation). */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(?:NoSuchBucket|ContainerNotFound|InvalidBucketName|ContainerBeingDeleted)$/, 'bucket-missing'],
  [/^(?:NoSuchKey|BlobNotFound|NotFound)$/, 'not-found'],
  [/^ResourceNotFound$/, 'resource-missing'],
  [/^(?:InvalidObjectState|BlobArchived|BlobBeingRehydrated)$/, 'archived'],
  [
    /^(?:AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|AuthenticationFailed|AuthorizationFailure|AuthorizationPermissionMismatch|InvalidSecurity|AllAccessDisabled|AccountProblem|Unauthorized|Forbidden|InvalidAuthenticationInfo|AccountIsDisabled|XAdminUserNotFound)$/,
    'key-refused',
  ],
]

const isRefused = (error: unknown): error is Refused => error instanceof Refused

/**
 * Maps a client's error to a failure: by the reason the connection was refused, the service's error code, or the HTTP
 * status.
 */
export const failureOf = (error: unknown): CloudFailure => {
  for (let at = error; at instanceof Error; at = at.cause)
    if (isRefused(at)) return { code: at.code, detail: sentence(at.message) }
  const { name, code, status } = factsOf(error)
  const kind = kinds.find(([pattern]) => pattern.test(code) || pattern.test(name))?.[1]
  if (kind !== undefined) return cloudFailure(kind)
  if (status === 401 || status === 403) return cloudFailure('key-refused')
  // a 2xx response that the client cannot read does not come from such a service
  if (status !== undefined && status >= 300) {
    const code = status >= 500 || status === 429 ? 'unavailable' : 'refused'
    return { code, detail: `The cloud service responded with status ${status}.` }
  }
  return { code: 'refused', detail: 'The response of the cloud service could not be read.' }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

type ErrorFacts = { readonly name: string; readonly code: string; readonly status: number | undefined }

/** The facts that all client errors have, under whatever name. */
const factsOf = (error: unknown): ErrorFacts => {
  const e = (error ?? {}) as {
    name?: unknown
    code?: unknown
    Code?: unknown
    statusCode?: unknown
    $metadata?: { httpStatusCode?: unknown }
  }
  const status = e.statusCode ?? e.$metadata?.httpStatusCode
  return {
    name: String(e.name ?? ''),
    code: String(e.code ?? e.Code ?? ''),
    status: typeof status === 'number' ? status : undefined,
  }
}
