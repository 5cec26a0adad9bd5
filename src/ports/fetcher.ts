import type { Readable } from 'node:stream'

export type FetchRequest = {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** More bytes than this end the transfer with `too-large`. */
  readonly maxBytes: number
  /** For the whole exchange; default 30 s. Infinity: as long as bytes come, see idleMs. */
  readonly timeoutMs?: number
  /** Longest silence of the server before its answer and within it; five minutes unless given. */
  readonly idleMs?: number
  /** Ends the exchange, and the answer's body with it. */
  readonly signal?: AbortSignal
  readonly maxRedirects?: number
}
export type Fetched = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
  readonly url: string
}
/** `code`: `address-refused`, `scheme-refused`, `too-many-redirects`, `timeout`, `too-large`, `unreachable`. No credentials in `detail`. */
export type FetchFailure = { readonly code: string; readonly detail: string }

/** The one guarded way out (design 8): private and local addresses are refused at connect time and on every redirect. */
export type Fetcher = {
  fetch(request: FetchRequest): Promise<Fetched | FetchFailure>
  /** As `fetch`, with the body read whole. */
  fetchBytes(request: FetchRequest): Promise<(Omit<Fetched, 'body'> & { readonly body: Buffer }) | FetchFailure>
  close(): Promise<void>
}
export const isFetchFailure = (r: object): r is FetchFailure => 'code' in r
