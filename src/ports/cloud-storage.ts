import type { Readable } from 'node:stream'
import type { CloudRoot } from '../domain/cloud/root-dir.ts'

/** An object of a cloud service. `key`: its whole name within the bucket. */
export type CloudObject = {
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** ISO 8601 UTC with milliseconds. */
  readonly modifiedAt: string
}

/**
 * Why a cloud service does not give what was asked for: `bucket-missing`, `key-refused`, `not-found` and `archived` (the
 * object), `address-refused`, `name-refused`, `too-large`; `unreachable`, `timeout`, `unavailable` (a failure of its own),
 * which may pass; `refused` (anything else that it answered).
 * `detail` is a sentence without credentials.
 */
export type CloudFailure = { readonly code: string; readonly detail: string }

/** One page of a listing in the service's order. `next`: the service's own token of the page behind it. */
export type CloudPage = { readonly objects: readonly CloudObject[]; readonly next?: string }

/** A cloud service that was opened with its credentials. Nothing throws: what goes wrong is a CloudFailure. */
export type CloudStorage = {
  /** Objects whose key starts with `prefix`, all levels, at most `limit` (up to 1,000); fewer do not mean the end. */
  list(options: {
    readonly prefix: string
    readonly limit: number
    readonly page?: string | undefined
  }): Promise<CloudPage | CloudFailure>
  /** The bytes of an object as they come; an error of the stream is a failure of the service. */
  open(key: string, signal?: AbortSignal): Promise<{ readonly body: Readable } | CloudFailure>
  /** Lists one object: undefined when the bucket can be read with these credentials. */
  check(prefix: string): Promise<CloudFailure | undefined>
}

export type CloudCredentials = { readonly accessKey: string; readonly secretKey: string }

/** Opens cloud services (4.9, decision 46). Every connection is guarded (design 8). */
export type CloudStorages = {
  open(root: CloudRoot, credentials: CloudCredentials): Promise<CloudStorage>
}

export const isCloudFailure = (r: object | undefined): r is CloudFailure => r !== undefined && 'code' in r
