import { accountEvents } from '../../projections/audit/account-events.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type { JsonTextReply } from '../engine/operation.ts'
import { parsed } from '../engine/read/documents.ts'
import { roomFor } from '../engine/read/room-for.ts'
import type * as TE from '../engine/task-either.ts'
import type { List, ListQuery } from '../list/list.ts'
import { pageCharacters } from '../list/page-characters.ts'
import type { Recorded } from '../ports/event-log.ts'
import type { Ports } from '../ports/ports.ts'
import type { Stored, Where } from '../ports/read-models.ts'
import { eventAt } from './event-at.ts'

/** Filters of both event lists; `time` is in milliseconds since 1970, `at` the same as ISO 8601. */
export const eventFilters = {
  id: {},
  actor: {},
  operation: {},
  correlationId: {},
  retailCampaignIdx: { type: 'integer' },
  position: { type: 'integer' },
  time: { type: 'integer' },
  at: { type: 'milliseconds', path: ['time'] },
} as const

/** Events read together: each may have a megabyte. */
const atOnce = 20

/** May show only the first events, when they are too large for a page. */
type ShownAs = (events: readonly Recorded[]) => Promise<readonly unknown[]>

/**
 * A page of an account's or campaign's events: found in the index, read from the log, and rendered by `shownAs` in order. `comparedAs`
 * gives only what filters compare.
 */
export const readEventList = (
  list: List,
  query: ListQuery,
  scope: Where,
  ports: Ports,
  shownAs: ShownAs,
  comparedAs: ShownAs = shownAs,
): TE.TaskEither<Rejection, JsonTextReply> => {
  const eventsOf = (documents: readonly Stored[]) =>
    Promise.all(documents.map(document => eventAt(ports.log, parsed(accountEvents, document))))
  const rendered = async (documents: readonly Stored[], events: readonly Recorded[], as: ShownAs) => {
    const shown = await as(events)
    return shown.map((item, i) => ({ ...documents[i]!, json: JSON.stringify(item) }))
  }
  return list.read(accountEvents, query, scope, ports, {
    documents: async documents => {
      const events: Recorded[] = []
      let characters = 0
      while (events.length < documents.length && characters < pageCharacters)
        for (const event of await eventsOf(documents.slice(events.length, events.length + atOnce))) {
          if (events.length > 0 && characters >= pageCharacters) break
          events.push(event)
          characters += JSON.stringify(event.data).length
        }
      const made = await rendered(documents, events, shownAs)
      return made.slice(0, roomFor(made, { characters: pageCharacters }))
    },
    compared: async documents => {
      const all: Stored[] = []
      for (let at = 0; at < documents.length; at += atOnce) {
        const some = documents.slice(at, at + atOnce)
        all.push(...(await rendered(some, await eventsOf(some), comparedAs)))
      }
      return all
    },
  })
}
