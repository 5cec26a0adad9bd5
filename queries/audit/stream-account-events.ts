import * as t from 'io-ts'
import { EventJson } from '../../src/audit/event-json.ts'
import { EventStreamQuery, eventStream, eventStreamMedia } from '../../src/audit/feed/event-stream.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'

/** GET /v2/accounts/{accountId}/events/stream: the events of an account as they happen (AUDIT-7). */
export const streamAccountEvents = query({
  summary: 'Follow the events of an account',
  description:
    'Server-Sent Events; the id of each is its position. After an interruption `Last-Event-ID` continues without a gap.',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: EventStreamQuery,
  reply: { media: eventStreamMedia, events: EventJson },
  problems: ['too-many-streams'],
  run: (input, ports) => eventStream(input.params.accountId, input, ports)(),
})
