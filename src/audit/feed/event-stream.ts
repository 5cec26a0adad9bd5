import { Readable } from 'node:stream'
import * as E from 'fp-ts/lib/Either.js'
import { fields } from '../../codec/fields.ts'
import { text } from '../../codec/text.ts'
import { type Rejection, rejection } from '../../domain/shared/decider.ts'
import type { Input, RawReply } from '../../engine/operation.ts'
import { rawReply } from '../../engine/reply.ts'
import type * as TE from '../../engine/task-either.ts'
import type { FeedItem, FeedReader } from '../../ports/event-feed.ts'
import type { Position } from '../../ports/event-log.ts'
import type { Ports } from '../../ports/ports.ts'
import { EventTypes } from '../event-types.ts'

export const eventStreamMedia = 'text/event-stream'

const PositionText = text({ pattern: /^\d{1,19}$/, must: 'must be a position: a decimal number', max: 19 })

/** The query of a stream of events. */
export const EventStreamQuery = fields({}, { after: PositionText, types: EventTypes })

type Asked = Pick<Input<unknown, typeof EventStreamQuery._A, undefined>, 'query' | 'caller' | 'lastEventId'>

/** A proxy that collects the answer would hold events back. A node that stops would wait for a connection that is used again. */
const headers = { 'X-Accel-Buffering': 'no', Connection: 'close' }

const unreadable = rejection(
  'invalid-position',
  'Last-Event-ID must be the id of an event of this stream: a decimal number.',
)
const beyond = rejection(
  'invalid-position',
  'The position is beyond the end of the log. Send the id of an event of this service.',
)
const full = rejection(
  'too-many-streams',
  'As many event streams are open as may be: 20 of an account, and 500 of a node.',
  { retryAfter: 5 },
)

/** Last-Event-ID is where a client was interrupted, so it wins over `after`, where it began. */
const positionOf = ({ lastEventId, query }: Asked): E.Either<Rejection, Position | undefined> => {
  if (lastEventId === undefined) return E.right(query.after === undefined ? undefined : BigInt(query.after))
  return /^\d{1,19}$/.test(lastEventId) ? E.right(BigInt(lastEventId)) : E.left(unreadable)
}

/** An item in the format of Server-Sent Events. Without data it only moves the position that a client sends when it is back. */
const written = ({ position, json }: FeedItem): string =>
  json === undefined ? `id: ${position}\n\n` : `id: ${position}\ndata: ${json}\n\n`

/** A stream that reads an item when the client has room for one, and leaves the feed when the client has gone. */
const readableOf = (reader: FeedReader): Readable =>
  new Readable({
    read() {
      reader.next().then(
        item => this.push(item === undefined ? null : written(item)),
        error => this.destroy(error),
      )
    },
    destroy(error, done) {
      reader.close()
      done(error)
    },
  })

/** The events of an account, or of all, as Server-Sent Events (AUDIT-7). */
export const eventStream = (
  accountId: string | undefined,
  asked: Asked,
  { log, eventFeed }: Ports,
): TE.TaskEither<Rejection, RawReply> => {
  const { caller, query } = asked
  return async () => {
    const after = positionOf(asked)
    if (E.isLeft(after)) return after
    if (after.right !== undefined && after.right > (await log.head())) return E.left(beyond)
    const reader = eventFeed.open({ accountId, types: query.types, after: after.right, caller })
    if (reader === 'full') return E.left(full)
    return rawReply({ raw: readableOf(reader), contentType: eventStreamMedia, headers })
  }
}
