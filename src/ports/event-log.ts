import type * as E from 'fp-ts/lib/Either.js'
import type { DomainEvent } from '../domain/shared/decider.ts'

/** A position in the log. Grows in commit order; gaps are normal. Zero is before the first event. */
export type Position = bigint

/** What is recorded with the event itself (ARCH-12). */
export type Metadata = {
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string
  /** Key id, `admin`, `public`, `process:<name>`, or `cli`. */
  readonly actor: string
  /** operationId, or the process's name. */
  readonly operation: string
  /** Shared by all effects of one request. */
  readonly correlationId: string
  /** Id of the event or request that directly caused this one. */
  readonly causationId: string
  readonly schemaVersion: number
  /** The trace id in the W3C `traceparent` of the request, if the caller sent one: 32 hex digits that anyone may choose. */
  readonly callerTraceId?: string
  /** Of the event with its place in its stream; added when it is appended (ADR 0037), and kept by copies. */
  readonly checksum?: string
}

/** An event to append. `id` is a UUID (v5 of command id and index), so that a retry is the same append. */
export type NewEvent = DomainEvent & { readonly id: string; readonly metadata: Metadata }

/** An event in the log. Revisions of a stream start at 0 and have no gaps. */
export type Recorded<Ev extends DomainEvent = DomainEvent> = Ev & {
  readonly id: string
  readonly stream: string
  readonly revision: number
  readonly position: Position
  readonly metadata: Metadata
}

/** An event in the log whose data and metadata are JSON, as the log has them. `hash`: what the hash chain covers of it (ADR 0077). */
export type RecordedText = Pick<Recorded, 'id' | 'stream' | 'revision' | 'position' | 'type'> & {
  readonly data: string
  readonly metadata: string
  readonly hash: string
}

/** The stream is not at the expected revision. `actual` is -1 if the stream does not exist. */
export type Conflict = { readonly kind: 'conflict'; readonly stream: string; readonly actual: number }
/** The log cannot be reached or written; the outcome of the append is unknown. */
export type Unavailable = { readonly kind: 'unavailable'; readonly reason: string }
/** The append exceeds 1,000,000 bytes of JSON in total; nothing was written. */
export type TooLarge = { readonly kind: 'too-large'; readonly bytes: number }

export type Appended = { readonly revision: number; readonly position: Position }

/** Damage of a log: an event (`stream@revision`) or stream, and what is wrong with it. */
export type LogFault = { readonly where: string; readonly detail: string }

/** Only events of these streams, and of those whose names begin with one of the prefixes; of all streams if neither is given. */
export type OfStreams = { readonly streams?: readonly string[]; readonly prefixes?: readonly string[] }

/**
 * What a reader of the log wants. Beyond its streams these are hints: an adapter that can leave out what is not wanted at less cost than
 * its caller does so; one that cannot passes it. `period`: events of these times, both included. `among`: events of these types, and events with one of these texts in
 * their stream's name, id or metadata.
 */
export type LogFilter = OfStreams & {
  /** As the metadata of events has them: ISO 8601, UTC, with milliseconds. */
  readonly period?: { readonly from?: string; readonly to?: string }
  readonly among?: { readonly types?: readonly string[]; readonly mentioning?: readonly string[] }
}

export type Subscription = { stop(): Promise<void> }

/** The event log (ARCH-19). Every adapter passes `test/adapters/event-log.contract.ts`. */
export type EventLog = {
  /** Generated when the log was created. Views built from another log are rebuilt. */
  readonly id: string
  /**
   * Appends all events or none, if the stream's last revision is `expected` (-1: the stream must not exist). Resolves
   * when the events are on disk. Appending the same event ids again at the same revision returns the same result and
   * writes nothing.
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: number,
  ): Promise<E.Either<Conflict | Unavailable | TooLarge, Appended>>
  /**
   * Events of one stream from revision `from` (default: 0 forwards, the last backwards), at most `limit`. None if the
   * stream is unknown. `at`: where the event at `from` probably is, so that a single one (`limit` 1) is found without a search.
   */
  readStream(
    stream: string,
    options?: { readonly from?: number; readonly backwards?: boolean; readonly limit?: number; readonly at?: Position },
  ): Promise<readonly Recorded[]>
  /**
   * All events of one stream from revision `from` (default: 0), in pages of a few hundred events, so that folding a long stream
   * neither takes memory for all of them nor holds up other work.
   */
  readStreamPages(stream: string, options?: { readonly from?: number }): AsyncIterable<readonly Recorded[]>
  /** Last revision and position of a stream; revision -1 if it does not exist. Reads the disk, not a cache. */
  streamHead(stream: string): Promise<{ readonly revision: number; readonly position: Position }>
  /**
   * Last revision of a stream as `streamHead` has it, or of an append that is on its way and cannot be read yet. For adapters where
   * that costs less than a read; where one lacks it, `streamHead`.
   */
  lastRevision?(stream: string): Promise<number>
  /**
   * All events after a position in commit order, in pages, so that memory use does not grow with the log. `onScanned` is called, and
   * waited for, with the position up to which the log was looked through, also where no event of a page is wanted, if the adapter knows it.
   */
  readAll(
    options?: LogFilter & {
      readonly after?: Position
      readonly limit?: number
      onScanned?(position: Position): void | Promise<void>
    },
  ): AsyncIterable<Recorded>
  /** All events in commit order, in pages, unparsed and hashed, at best on another thread. Where an adapter lacks it, see `textsOf`. */
  readTexts?(): AsyncIterable<readonly RecordedText[]>
  /**
   * Position of the end of the log: of its last event, or, where others write to the same store, of the store's last event. 0n if the
   * store is empty.
   */
  head(): Promise<Position>
  /**
   * Catches up, then follows live. Delivers batches in commit order without gaps or duplicates; the next batch waits
   * until the handler has finished. A handler that throws ends the subscription; the error goes to `onError`.
   */
  subscribe(
    options: OfStreams & {
      readonly after: Position
      handle(events: readonly Recorded[]): Promise<void>
      /**
       * Called, and waited for, like `handle`: no event for this subscriber is before this position that was not handed on. Only where
       * `head` may be beyond our last event; a subscriber reaches every head by one or the other.
       */
      onReached?(position: Position): Promise<void>
      onError?(error: unknown): void
    },
  ): Subscription
  /** Checks what the adapter keeps beside the events, if it does, up to a position. */
  faults?(head: Position): AsyncIterable<LogFault>
  close(): Promise<void>
}
