import type { Readable } from 'node:stream'

export type FetchRequest = {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** A larger response ends the transfer with `too-large`. */
  readonly maxBytes: number
  /** For the whole exchange; default 30 s. Infinity: no limit while bytes arrive, see idleMs. */
  readonly timeoutMs?: number
  /** Maximum time without data, before and within the response; default 5 min. */
  readonly idleMs?: number
  /** Aborts the exchange, including the response body. */
  readonly signal?: AbortSignal
  readonly maxRedirects?: number
  /** Leaves the body as it was sent, with its content-encoding. */
  readonly isLeftPacked?: true
}
export type Fetched = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
  /** Whether the end of the body is marked, by its length or by chunks; else it ends where the connection does. */
  readonly isDelimited: boolean
  readonly url: string
}
/**
 * `code`: `address-refused`, `scheme-refused`, `too-many-redirects`, `timeout`, `too-large`, `unreachable`. `detail` contains no credentials. `isUnknownHost`:
 * no name server knows the host, so trying again soon is of no use.
 */
export type FetchFailure = { readonly code: string; readonly detail: string; readonly isUnknownHost?: true }

/**
 * The only way to make outgoing requests (ARCH-33): private and local addresses are refused at connect time and on
 * every redirect.
 */
export type Fetcher = {
  fetch(request: FetchRequest): Promise<Fetched | FetchFailure>
  /** As `fetch`, with the complete body. */
  fetchBytes(
    request: FetchRequest,
  ): Promise<(Omit<Fetched, 'body' | 'isDelimited'> & { readonly body: Buffer }) | FetchFailure>
  close(): Promise<void>
}
export const isFetchFailure = (r: object): r is FetchFailure => 'code' in r
