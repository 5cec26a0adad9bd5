import type { Readable } from 'node:stream'
import type { CloudRoot } from '../domain/cloud/root-dir.ts'

/** An object in a cloud service. `key`: its full name within the bucket. */
export type CloudObject = {
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** ISO 8601 UTC with milliseconds. */
  readonly modifiedAt: string
}

/**
 * Why a request to a cloud service failed. `bucket-missing`, `key-refused`, `not-found` and `archived` (the object),
 * `address-refused`, `name-refused`, `too-large`; `unreachable`, `timeout`, `unavailable` (an error of the service):
 * may be transient; `refused`: any other response. `detail` is a sentence without credentials.
 */
export type CloudFailure = { readonly code: string; readonly detail: string }

/** One page of a listing, in the service's order. `next`: the service's token for the next page. */
export type CloudPage = { readonly objects: readonly CloudObject[]; readonly next?: string }

/** A cloud service opened with its credentials. Nothing throws: every error is a CloudFailure. */
export type CloudStorage = {
  /**
   * Objects whose key starts with `prefix`, at all levels, at most `limit` (up to 1,000). A shorter page is not
   * necessarily the last.
   */
  list(options: {
    readonly prefix: string
    readonly limit: number
    readonly page?: string | undefined
    readonly signal?: AbortSignal | undefined
  }): Promise<CloudPage | CloudFailure>
  /** The bytes of an object as a stream, and how many there are, if the service says so. A stream error is a failure of the service. */
  open(
    key: string,
    signal?: AbortSignal,
  ): Promise<{ readonly body: Readable; readonly size?: number | undefined } | CloudFailure>
  /** Lists one object. Undefined if these credentials can read the bucket. */
  check(prefix: string): Promise<CloudFailure | undefined>
}

/** Both empty: requests are sent without a signature, which S3 allows for what is public. */
export type CloudCredentials = { readonly accessKey: string; readonly secretKey: string }

/** Opens cloud services (CLOUD-1, CLOUD-3). Every connection is guarded (ARCH-33). */
export type CloudStorages = {
  open(root: CloudRoot, credentials: CloudCredentials): Promise<CloudStorage>
}

export const isCloudFailure = (r: object | undefined): r is CloudFailure => r !== undefined && 'code' in r
