import type * as E from 'fp-ts/lib/Either.js'
import type { DomainEvent } from '../domain/shared/decider.ts'

/** A place in the log. Grows in commit order; gaps are normal. Zero stands before the first event. */
export type Position = bigint

/** What is recorded beside the fact itself (design 4). */
export type Metadata = {
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string
  /** Key id, `approver:<account>:<n>`, or `process:<name>`. */
  readonly actor: string
  /** operationId, or the process's name. */
  readonly operation: string
  /** Shared by everything that one request led to. */
  readonly correlationId: string
  /** Id of the event or request that directly led to this one. */
  readonly causationId: string
  readonly schemaVersion: number
}

/** An event that is to be appended. `id` is a UUID (v5 of command id and index), so that a repeat is the same append. */
export type NewEvent = DomainEvent & { readonly id: string; readonly metadata: Metadata }

/** An event as the log holds it. Revisions of a stream start at 0 and have no gaps. */
export type Recorded<Ev extends DomainEvent = DomainEvent> = Ev & {
  readonly id: string
  readonly stream: string
  readonly revision: number
  readonly position: Position
  readonly metadata: Metadata
}

/** The stream is not at the revision that was expected. `actual` is -1 when there is no such stream. */
export type Conflict = { readonly kind: 'conflict'; readonly stream: string; readonly actual: number }
/** The log cannot be reached or written; nothing is known about the append. */
export type Unavailable = { readonly kind: 'unavailable'; readonly reason: string }
/** The append is over 1,000,000 bytes of JSON in all; nothing was written. */
export type TooLarge = { readonly kind: 'too-large'; readonly bytes: number }

export type Appended = { readonly revision: number; readonly position: Position }

export type Subscription = { stop(): Promise<void> }

/** The event log (design 5). Every adapter passes `test/adapters/event-log.contract.ts`. */
export type EventLog = {
  /** Made when the log was created; views built from another log are rebuilt. */
  readonly id: string
  /**
   * Appends all or nothing when the stream's last revision is `expected` (-1: the stream must not exist). Answers when
   * the events are on disk. The same event ids again, at the same revision, give the same answer and write nothing.
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: number,
  ): Promise<E.Either<Conflict | Unavailable | TooLarge, Appended>>
  /** Events of one stream from revision `from` (default 0 forwards, the last backwards), at most `limit`. Unknown: none. */
  readStream(
    stream: string,
    options?: { readonly from?: number; readonly backwards?: boolean; readonly limit?: number },
  ): Promise<readonly Recorded[]>
  /** Last revision and position of a stream; revision -1 when there is none. Reads the disk, not a cache. */
  streamHead(stream: string): Promise<{ readonly revision: number; readonly position: Position }>
  /** All events after a position in commit order, in pages, so that memory does not grow with the log. */
  readAll(options?: {
    readonly after?: Position
    readonly prefixes?: readonly string[]
    readonly limit?: number
  }): AsyncIterable<Recorded>
  /** Position of the last event; 0n when empty. */
  head(): Promise<Position>
  /**
   * Catch-up, then live: hands on batches in commit order without gap or repeat; the next batch waits until the handler
   * is done. A handler that throws ends the subscription and is reported to `onError`.
   */
  subscribe(options: {
    readonly after: Position
    readonly prefixes?: readonly string[]
    handle(events: readonly Recorded[]): Promise<void>
    onError?(error: unknown): void
  }): Subscription
  close(): Promise<void>
}
