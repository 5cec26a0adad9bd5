import * as t from 'io-ts'
import { eventJson, ListedEvent } from '../../src/audit/event-json.ts'
import { peopleOf } from '../../src/audit/people/people-of.ts'
import { eventFilters, readEventList } from '../../src/audit/read-events.ts'
import { auditReader } from '../../src/audit/reader.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { list } from '../../src/list/list.ts'

const events = list({
  items: 'events',
  count: [],
  item: ListedEvent,
  filters: eventFilters,
  sort: { field: ['position'] },
  reversible: true,
})

/** GET /v2/accounts/{accountId}/events: the events of an account, in log order; mail addresses are masked. With each are the people whom it names (AUDIT-9). */
export const listEvents = query({
  summary: 'List the events of an account',
  description: 'In the order of the log. `filters` narrow by type, stream, actor, operation, campaign and time (ms).',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: events.codec,
  reply: events.reply,
  run({ params: { accountId }, query: asked }, ports) {
    const reader = auditReader(ports)
    return readEventList(events, asked, { field: ['accountId'], is: '=', value: accountId }, ports, async found => {
      const people = await peopleOf(found, ports, reader, asked)
      return Promise.all(found.map(async (event, i) => ({ ...(await eventJson(event, reader)), people: people[i] })))
    })()
  },
})
