import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { EventJson } from '../../src/audit/event-json.ts'
import { EventStreamQuery, eventStream, eventStreamMedia } from '../../src/audit/feed/event-stream.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { query } from '../../src/engine/operation.ts'

const everyAccount = rejection(
  'account-not-on-key',
  'The events of all accounts need a key that covers all of them (ADMIN_API_KEY). A key of an account follows its own.',
)

/** GET /v2/events: the events of all accounts, organisations and keys as they happen (AUDIT-7). */
export const streamAllEvents = query({
  summary: 'Follow the events of all accounts',
  description: 'For operators: as streamAccountEvents, for a key that covers every account.',
  extension: true,
  noStore: true,
  params: t.type({}),
  query: EventStreamQuery,
  reply: { media: eventStreamMedia, events: EventJson },
  problems: ['account-not-on-key', 'too-many-streams'],
  run: async (input, ports) =>
    input.caller.accounts === '*' ? eventStream(undefined, input, ports)() : E.left(everyAccount),
})
