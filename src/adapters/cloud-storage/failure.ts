import type { CloudFailure } from '../../ports/cloud-storage.ts'
import { Refused } from '../fetcher/refused.ts'

const sentences: Readonly<Record<string, string>> = {
  'bucket-missing': 'The bucket does not exist.',
  'key-refused': 'The cloud service refused the access key or its secret.',
  'not-found': 'There is no such object.',
  'resource-missing': 'The cloud service knows no such account, or nothing at this place.',
  archived: 'The object is archived; it must be restored before it can be read.',
}

/** A failure of a known kind in our own words: what a service answers may repeat the key. */
export const cloudFailure = (code: keyof typeof sentences & string): CloudFailure => ({
  code,
  detail: sentences[code] ?? code,
})

/** Names by which the services say what is wrong (their documentation of errors). */
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

/** An error of a client as a failure: by what cut the connection, by the service's name for it, or by its status. */
export const failureOf = (error: unknown): CloudFailure => {
  for (let at = error; at instanceof Error; at = at.cause)
    if (isRefused(at)) return { code: at.code, detail: sentence(at.message) }
  const { name, code, status } = told(error)
  const kind = kinds.find(([pattern]) => pattern.test(code) || pattern.test(name))?.[1]
  if (kind !== undefined) return cloudFailure(kind)
  if (status === 401 || status === 403) return cloudFailure('key-refused')
  // an answer of 2xx that a client fails on is none of the service's language
  if (status !== undefined && status >= 300) {
    const code = status >= 500 || status === 429 ? 'unavailable' : 'refused'
    return { code, detail: `The cloud service answered with status ${status}.` }
  }
  return { code: 'refused', detail: 'The answer of the cloud service could not be read.' }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

type Told = { readonly name: string; readonly code: string; readonly status: number | undefined }

/** What the errors of the clients have in common, whatever they call it. */
const told = (error: unknown): Told => {
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
