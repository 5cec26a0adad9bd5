import { accountEvents } from '../../../projections/audit/account-events.ts'
import { parsed } from '../../engine/read/documents.ts'
import type { FeedRequest } from '../../ports/event-feed.ts'
import type { Position, Recorded } from '../../ports/event-log.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Where } from '../../ports/read-models.ts'
import { eventAt } from '../event-at.ts'
import { feedEvent, isInFeed } from './in-feed.ts'

/** `events` are all that are wanted after the last page, up to `upTo`. */
type Older = { readonly events: readonly Recorded[]; readonly upTo: Position }

/**
 * Events of a page: those of an account are found in its index, those of all accounts by reading the log. `characters`: of their data, since
 * a reader that is slow holds a page for long.
 */
const pageOf = { account: 50, all: 500, characters: 262_144 }

const ofAccount = async (
  { log, readModels }: Pick<Ports, 'log' | 'readModels'>,
  accountId: string,
  types: FeedRequest['types'],
  { after, upTo }: { readonly after: Position; readonly upTo: Position },
): Promise<Older> => {
  // read first, so that the page has all events up to it
  const indexed = (await readModels.checkpoint(accountEvents)) ?? 0n
  const until = indexed < upTo ? indexed : upTo
  if (until <= after) return { events: [], upTo: after }
  const ofTypes: readonly Where[] = types === undefined ? [] : [{ field: ['type'], is: 'in', values: [...types] }]
  const page = await readModels.find(accountEvents, {
    where: {
      all: [
        { field: ['accountId'], is: '=', value: accountId },
        { field: ['position'], is: '>', value: Number(after) },
        { field: ['position'], is: '<=', value: Number(until) },
        ...ofTypes,
      ],
    },
    sort: { field: ['position'] },
    limit: pageOf.account,
    counted: false,
  })
  const events: Recorded[] = []
  let characters = 0
  for (const document of page.documents) {
    if (characters >= pageOf.characters) break
    const event = await eventAt(log, parsed(accountEvents, document))
    events.push(event)
    characters += JSON.stringify(event.data).length
  }
  const hasMore = page.hasNext || events.length < page.documents.length
  return { events, upTo: hasMore ? (events.at(-1)?.position ?? until) : until }
}

const ofAll = async (
  { log }: Pick<Ports, 'log'>,
  request: FeedRequest,
  { after, upTo }: { readonly after: Position; readonly upTo: Position },
): Promise<Older> => {
  const events: Recorded[] = []
  let read = 0
  let characters = 0
  let last = after
  for await (const event of log.readAll({ after, limit: pageOf.all })) {
    if (event.position > upTo) return { events, upTo }
    read++
    last = event.position
    if (!isInFeed(request, feedEvent(event))) continue
    events.push(event)
    characters += JSON.stringify(event.data).length
    if (characters >= pageOf.characters) return { events, upTo: last }
  }
  return { events, upTo: read < pageOf.all ? upTo : last }
}

/** A page of a reader's events after a position. While the index lags behind the log it may have none, and not move. */
export const olderEvents = (
  ports: Pick<Ports, 'log' | 'readModels'>,
  request: FeedRequest,
  stretch: { readonly after: Position; readonly upTo: Position },
): Promise<Older> =>
  request.accountId === undefined
    ? ofAll(ports, request, stretch)
    : ofAccount(ports, request.accountId, request.types, stretch)
