import type { Readable } from 'node:stream'
import type { FeedFault } from './feed-parser.ts'

/** Where a feed is (SOURCE-5). */
export type FeedAddress = {
  readonly urlType: 'https' | 'http' | 's3' | 'ftp' | 'sftp'
  readonly url: string
  /** Parameters besides those of the URL: `a=1&b=2`. With POST they are the body. */
  readonly additionalParams?: string | undefined
  readonly httpMethod?: 'GET' | 'POST' | undefined
  /** Of SFTP, if the URL has none. */
  readonly portNumber?: number | undefined
}

/** Which of them are used depends on the type of the address. */
export type FeedCredentials = {
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly privateKey?: string | undefined
  readonly accessKey?: string | undefined
  readonly secretKey?: string | undefined
}

/** A feed, or its beginning (`cut`), as a file of this node until `close`. */
export type FetchedFeed = {
  readonly path: string
  readonly bytes: number
  readonly cut: boolean
  /** Whether the protocol confirmed that this is all of it, by a length or a marked end; false where only the connection ended. */
  readonly isWhole: boolean
  /** What the people of the account should know about a transfer that succeeded, in sentences. */
  readonly warnings: readonly string[]
  close(): Promise<void>
}

export type FetchOptions = {
  /** At most so many bytes; what is more is cut off. */
  readonly mostBytes: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Fetches feeds to files of this node. Every connection is guarded (ARCH-33), and ends when it is too slow (SOURCE-14), or `signal` aborts: then
 * its reason is thrown. Faults name no credentials: `address-refused`, `unreachable`, `timeout`, `login-refused`, `not-found`, `refused`, `changed`.
 */
export type FeedSources = {
  fetch(address: FeedAddress, credentials: FeedCredentials, options: FetchOptions): Promise<FetchedFeed | FeedFault>
  /**
   * Why an address is refused, without fetching it; undefined if it is not, and also if its name cannot be resolved now: the fetch will tell.
   */
  checkAddress(address: FeedAddress): Promise<FeedFault | undefined>
  /** The same of bytes that we have. */
  keep(bytes: Readable, options: FetchOptions): Promise<FetchedFeed>
}
