import { changesBetween } from '../../audit/changes.ts'
import { documentShown } from '../../audit/document-shown.ts'
import { hadBy } from '../../audit/past/had-by.ts'
import { auditReader } from '../../audit/reader.ts'
import { sealingAccount } from '../../audit/sealing-account.ts'
import { streamsInOrder } from '../../audit/streams-in-order.ts'
import { printableLines } from '../../domain/shared/printable.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import type { EventLog, Recorded } from '../../ports/event-log.ts'
import { scanning } from '../audit/scanning.ts'
import { UserError } from '../user-error.ts'
import { exitCodes } from '../wrong-use.ts'
import { shownChanges } from './shown-changes.ts'

/** A view's document, folded from its events. */
export type DocumentRequest = { readonly projection: AnyProjection; readonly id: string }
/** The document as it was after its last event, and that event; undefined if there was no event yet. */
type Past = { readonly document: unknown; readonly last: Recorded | undefined }

/** The events that may change a document, in the order of the log. */
async function* eventsFor(log: EventLog, { projection, id }: DocumentRequest): AsyncGenerator<Recorded> {
  const { byStream, categories } = projection
  const prefixes = categories.map(category => `${category}-`)
  if (byStream) {
    yield* streamsInOrder(
      log,
      prefixes.map(prefix => prefix + id),
    )
    return
  }
  const scan = await scanning(log)
  try {
    yield* log.readAll({ prefixes, onScanned: scan.scanned })
  } finally {
    scan.end()
  }
}

/** The document at each of these times (milliseconds since 1970), from one reading of its events, as auditors read it. */
const documentsAt = async (
  { log, secrets }: Stores,
  { projection, id }: DocumentRequest,
  times: readonly number[],
): Promise<readonly Past[]> => {
  const had = times.map(hadBy)
  // `over`: streams with an event that had not happened, so that those after it had not either
  const found: { document: unknown; last: Recorded | undefined; over: Set<string> }[] = times.map(() => ({
    document: undefined,
    last: undefined,
    over: new Set(),
  }))
  let accountId: string | undefined
  for await (const event of eventsFor(log, { projection, id })) {
    if (projection.idOf(event) !== id) continue
    accountId ??= sealingAccount(event)
    for (const [i, past] of found.entries()) {
      if (!had[i]?.(event)) past.over.add(event.stream)
      if (past.over.has(event.stream)) continue
      past.document = projection.evolve(past.document, event)
      past.last = event
    }
  }
  const reader = auditReader({ secrets })
  return Promise.all(
    found.map(async ({ document, last }) => ({
      document: document && (await documentShown(projection, document, accountId, reader)),
      last,
    })),
  )
}

const missing = ({ projection, id }: DocumentRequest, when: string): UserError =>
  new UserError(`${projection.name} had no document ${id}${when}: the log has no events for it.`, {
    exitCode: exitCodes.nothing,
  })

/** The document as JSON, with the position and time of its last event. */
export const replayDocument = async (stores: Stores, request: DocumentRequest, until: number): Promise<string> => {
  const [past] = await documentsAt(stores, request, [until])
  if (!past?.last) throw missing(request, until === Number.POSITIVE_INFINITY ? '' : ' at that time')
  const { position, metadata } = past.last
  const { projection, id } = request
  const place = { view: projection.name, id, position: String(position), at: metadata.at }
  return printableLines(JSON.stringify({ ...place, document: past.document ?? null }, null, 2))
}

/** What changed in the document between two times; a document that was not there yet, or was removed, is empty. */
export const documentChanges = async (
  stores: Stores,
  request: DocumentRequest,
  between: readonly [number, number],
  json: boolean,
): Promise<string> => {
  const [from, to] = await documentsAt(stores, request, between)
  if (!from?.last && !to?.last) throw missing(request, ' at either time')
  const changes = changesBetween(from?.document ?? {}, to?.document ?? {})
  return shownChanges(changes, `${request.projection.name} ${request.id}`, json)
}
