import type { Readable } from 'node:stream'
import type * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { ProblemCode, Rejection } from '../domain/shared/decider.ts'
import type { Ports } from '../ports/ports.ts'
import type { Change } from './write/change.ts'
import type { Work } from './write/execute.ts'

/** The caller: an API key with its access ('*': everything, for ADMIN_API_KEY), or anonymous (public pages). */
export type Caller = {
  /** Key id, `admin`, or `public`. */
  readonly id: string
  readonly permissions: readonly string[] | '*'
  readonly accounts: readonly string[] | '*'
  readonly organisations: readonly string[] | '*'
  /** When the key stops working (ISO 8601); undefined: never. */
  readonly expiresAt?: string | undefined
}

/** A file of a multipart body, already on disk, at most the operation's `maxBytes`. Deleted when the request ends. */
export type UploadedFile = { readonly path: string; readonly size: number; readonly filename: string }

/** The input of an operation. `N`: names of the ids that it takes from sequences. */
export type Input<P, Q, B, N extends string = string> = {
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly caller: Caller
  /** Ids that the operation requested by `newIds`; a repeated request with the same Idempotency-Key gets the same ones (HTTP-21). */
  readonly newIds: Readonly<Record<N, number>>
  /** Bytes that nobody can guess, for secrets; a repeated request with the same Idempotency-Key gets the same ones (ADR 0035). */
  readonly randomBytes: (count: number) => Uint8Array
  /** The revision in If-Match, if the caller sent one and the command takes it (HTTP-23). */
  readonly ifMatch: number | undefined
  /** The Last-Event-ID of a client that goes on reading a stream of events (AUDIT-7). */
  readonly lastEventId: string | undefined
  /** Files of a multipart body by field name. */
  readonly files: Readonly<Record<string, UploadedFile>>
  /** Scheme and host of links in the reply (HTTP-9). */
  readonly origin: string
  /** What tells one client from another, for an hour or so: its address and user agent. It is never stored. */
  readonly client: () => string
  /** The value of a cookie that the browser sent. */
  readonly cookie: (name: string) => string | undefined
  /** Whether a page of another site made the browser send this request. */
  readonly isFromOtherSite: () => boolean
  /** Aborts when the client has left before it has the reply. */
  readonly gone: () => AbortSignal
  /** Which of these media types the caller prefers (Accept); the first one without a preference, undefined if it takes none. */
  readonly prefers: (...media: readonly string[]) => string | undefined
}

/** A JSON reply. `revision` becomes the ETag; `status` is one of the operation's `statuses`, 200 by default. */
export type JsonReply<R> = {
  readonly body: R
  readonly revision?: number
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}
/** A JSON reply as text, sent unchanged. */
export type JsonTextReply = { readonly json: string; readonly revision?: number }
/** A reply that is not JSON: a file, a page, a picture. */
export type RawReply = {
  readonly raw: Buffer | string | Readable
  readonly contentType: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly length?: number
  /** Becomes the ETag. */
  readonly revision?: number
  /** A range of a file of known length, `end` included. */
  readonly part?: (range: { readonly start: number; readonly end: number }) => Promise<Readable>
}
export type Reply<R> = JsonReply<R> | JsonTextReply | RawReply

export type Outcome<R> = Promise<E.Either<Rejection, Reply<R>>>

/**
 * The shape of a reply: a JSON codec, or a media type; `ranges` allows requests for parts of the file, `tagged` says that it has an ETag;
 * `events` is what the data of each Server-Sent Event is, as JSON.
 * The empty media type means no
 * content: 204, or `status`.
 */
export type ReplyShape =
  | t.Mixed
  | {
      readonly media: string
      readonly ranges?: true
      readonly tagged?: true
      readonly status?: 200 | 302
      readonly events?: t.Mixed
    }

/** A file of a multipart body: what it is, and whether it must be sent. `eitherOr`: exactly one of the parts marked so must be. */
export type FilePart = { readonly about: string; readonly required?: true; readonly eitherOr?: true }

/** A refusal with its HTTP status. */
export type Refused = { readonly status: number; readonly code: string; readonly detail: string }

type Common<P, Q, B> = {
  /** One line, for the table of operations. */
  readonly summary: string
  readonly description?: string
  readonly params: t.Type<P, unknown>
  readonly query?: t.Type<Q, unknown>
  readonly body?: t.Type<B, unknown>
  /** multipart/form-data: the file fields by name; `body` then holds the text fields. */
  readonly multipart?: Readonly<Record<string, FilePart>>
  /** An HTML form (application/x-www-form-urlencoded) instead of JSON. */
  readonly form?: boolean
  /** Maximum size of the request body in bytes; default 1 MiB (HTTP-20). */
  readonly maxBytes?: number
  /** Of a public operation: for how many requests one counts in the limit of its address, as it takes as long (HTTP-19); default 1. */
  readonly countsFor?: number
  readonly reply: ReplyShape
  /** Set if the operation may answer 302; describes where it leads. */
  readonly redirects?: string
  /** Set if the operation may return 204 without content instead; describes when it does. */
  readonly noContent?: string
  /** Replies are not cached, as for status operations (HTTP-23). */
  readonly noStore?: boolean
  /**
   * The reply shows what other streams say, too: its ETag is what If-Match takes, but says nothing of the rest, so that it is not cached, and
   * never taken for unchanged (HTTP-23).
   */
  readonly showsOthers?: boolean
  /** Problem codes of this operation besides the general ones, for the OpenAPI document. */
  readonly problems?: readonly ProblemCode[]
  /** HTTP statuses of JSON replies besides 200, and when each is sent. */
  readonly statuses?: Readonly<Record<number, string>>
  /**
   * The reply in place of a problem, for operations whose failures have a shape of their own, which is part of `reply`; undefined: the
   * problem is sent.
   */
  refused?(problem: Refused): JsonReply<unknown> | undefined
  /** What a browser shows in place of the page of a problem: for documents in the pages of others. */
  readonly blank?: RawReply
  /** An extension of the interface (`x-extension` in the OpenAPI document). */
  readonly extension?: boolean
  /** An example of the body and of the reply; both must satisfy their codecs. */
  readonly example?: { readonly body?: unknown; readonly reply?: unknown }
}

/** A write operation. It may append; its reply waits for the read models (HTTP-24). */
export type Command<P = unknown, Q = unknown, B = unknown, R = unknown, N extends string = string> = Common<P, Q, B> & {
  readonly kind: 'command'
  /** Its If-Match is checked with its append; other commands ignore the header (HTTP-23). */
  readonly takesIfMatch?: true
  /** Sequences that the operation takes an id from: name in `newIds` → kind of the sequence. */
  readonly newIds?: Readonly<Record<N, string>>
  /** It makes the account of its path, which must exist for every other operation (PROVISION-9). */
  readonly makesAccount?: true
  /** Counts as a start in the rate limits (HTTP-19). */
  readonly start?: boolean
  /** What it gives lasts when its key is revoked, such as another key; so the key is looked up in the log itself (KEYS-5). */
  readonly outlivesKey?: true
  /** The reply to a repeated request, if the first reply contained a value that is shown only once, or named a person (HTTP-21). */
  replayed?(body: R): R
  /** What it does: at best a change of an aggregate that holds its outcome, so that a repeat is answered by it (HTTP-22). */
  run(input: Input<P, Q, B, N>, work: Work, ports: Ports): Outcome<R> | Change<Reply<R>>
}

/** A read operation: it reads the read models and appends nothing. */
export type QueryOperation<P = unknown, Q = unknown, R = unknown> = Common<P, Q, undefined> & {
  readonly kind: 'query'
  run(input: Input<P, Q, undefined>, ports: Ports): Outcome<R>
}

export type Operation<P = unknown, Q = unknown, B = unknown, R = unknown, N extends string = string> =
  | Command<P, Q, B, R, N>
  | QueryOperation<P, Q, R>

/** The operation of a write, with its types inferred from its codecs. */
export const command = <P, R, Q = unknown, B = undefined, N extends string = never>(
  c: Omit<Command<P, Q, B, R, N>, 'kind'>,
): Command<P, Q, B, R, N> => ({
  kind: 'command',
  ...c,
})

/** The operation of a read, with its types inferred from its codecs. */
export const query = <P, R, Q = unknown>(q: Omit<QueryOperation<P, Q, R>, 'kind'>): QueryOperation<P, Q, R> => ({
  kind: 'query',
  ...q,
})
