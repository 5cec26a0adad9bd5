import { BlobMissing, BlobsUnavailable, BlobTooLarge } from '../../ports/blobs.ts'

type SdkError = Error & { readonly code?: unknown; readonly $metadata?: { readonly httpStatusCode?: number } }

/** Whatever the SDK throws may say more than other errors do. */
const isSdkError = (error: unknown): error is SdkError => error instanceof Error

const statusOf = (error: unknown): number | undefined =>
  isSdkError(error) ? error.$metadata?.httpStatusCode : undefined

/** Whether the object does not exist. HEAD responses have no body, so only their status is available. */
export const isAbsent = (error: unknown): boolean => {
  const name = error instanceof Error ? error.name : ''
  return name === 'NoSuchKey' || name === 'NotFound' || (statusOf(error) === 404 && name !== 'NoSuchBucket')
}

/** Whether a range starts after the end. */
export const isBehindEnd = (error: unknown): boolean => statusOf(error) === 416

/** Whether an object that must not exist does, or is being written. */
export const isTaken = (error: unknown): boolean => statusOf(error) === 412 || statusOf(error) === 409

/** S3 and socket error codes are single words. Messages may quote keys, so they are not passed on. */
const codeOf = (error: unknown): string => {
  if (!isSdkError(error)) return 'unknown'
  const { code, name } = error
  const found = typeof code === 'string' ? code : name
  return /^\w{1,64}$/.test(found) ? found : 'unknown'
}

const own = (error: unknown): boolean => error instanceof BlobMissing || error instanceof BlobTooLarge

/**
 * Reports a failed request to a bucket with the bucket and a code such as ECONNREFUSED or AccessDenied, but never a
 * key, a signature or the SDK's own error, which contains both.
 */
export const unavailable =
  (bucket: string) =>
  (error: unknown): never => {
    if (own(error)) throw error
    const status = statusOf(error)
    const answered = status === undefined ? 'cannot be reached' : `answered ${status}`
    throw new BlobsUnavailable(`the bucket ${bucket} ${answered} (${codeOf(error)})`)
  }
