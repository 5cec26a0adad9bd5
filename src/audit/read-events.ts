import * as E from 'fp-ts/lib/Either.js'
import { accountEvents } from '../../projections/audit/account-events.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type { JsonTextReply } from '../engine/operation.ts'
import { parsed } from '../engine/read/documents.ts'
import type { List, ListQuery } from '../list/list.ts'
import type { Recorded } from '../ports/event-log.ts'
import type { Ports } from '../ports/ports.ts'
import type { Where } from '../ports/read-models.ts'
import { eventAt } from './event-at.ts'

/** Filters of both event lists; `time` is in milliseconds since 1970, `at` the same as ISO 8601. */
export const eventFilters = {
  type: 'string',
  stream: 'string',
  actor: 'string',
  operation: 'string',
  correlationId: 'string',
  retailCampaignIdx: 'integer',
  position: 'integer',
  revision: 'integer',
  time: 'integer',
  at: { type: 'milliseconds', path: ['time'] },
} as const

/** A page of an account's or campaign's events: found in the index, read from the log, and rendered by `shownAs` in order. */
export const readEventList = async (
  list: List,
  query: ListQuery,
  scope: Where,
  { log, readModels, secrets, clock }: Ports,
  shownAs: (events: readonly Recorded[]) => Promise<readonly unknown[]>,
): Promise<E.Either<Rejection, JsonTextReply>> => {
  const now = clock.now()
  const asked = list.toQuery(query, scope, secrets, now)
  if (E.isLeft(asked)) return asked
  const page = await readModels.find(accountEvents, asked.right)
  const events = await Promise.all(page.documents.map(document => eventAt(log, parsed(accountEvents, document))))
  const shown = await shownAs(events)
  const documents = page.documents.map((document, i) => ({ ...document, json: JSON.stringify(shown[i]) }))
  return E.right(list.reply({ ...page, documents }, query, scope, secrets, now))
}
