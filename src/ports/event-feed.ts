import type { Position } from './event-log.ts'

/** Which events a reader follows, and for whom. */
export type FeedRequest = {
  /** Only events of this account; undefined: of all accounts, organisations and keys. */
  readonly accountId: string | undefined
  /** Only events of these types; undefined: of all. */
  readonly types: ReadonlySet<string> | undefined
  /** Events after this position; undefined: from now on. */
  readonly after: Position | undefined
  /** The service itself reads, so it does not count among the readers of the account. */
  readonly isOwn?: true
  /** Id of the key, and when it expires (ISO 8601). */
  readonly caller: { readonly id: string; readonly expiresAt?: string | undefined }
}

/** `json`: an event as `listEvents` shows it. Without it, a sign of life: the reader has all events up to `position`. */
export type FeedItem = { readonly position: Position; readonly json?: string }

/** One reader of the feed, who reads as fast as it can. */
export type FeedReader = {
  /** The next event or sign of life; undefined when the feed has ended. One call at a time. */
  next(): Promise<FeedItem | undefined>
  /** The reader has left. A call of `next` that waits is answered. */
  close(): void
}

/** Follows the log for many readers, with one reading of the log for all that are up to date (AUDIT-8). */
export type EventFeed = {
  /** `full`: as many readers follow this account, or this node, as may. While the node stops, readers end at once. */
  open(request: FeedRequest): FeedReader | 'full'
}
