import { projections } from '../../../projections/projections.ts'
import { auditReader } from '../../audit/reader.ts'
import { subjectOf } from '../../audit/subject.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import type { Recorded } from '../../ports/event-log.ts'
import { scanning } from '../audit/scanning.ts'
import { UserError } from '../user-error.ts'
import { knownViews } from '../views.ts'

/** A view's document at a point in time (milliseconds since 1970), folded from its events. */
export type DocumentRequest = { readonly projection: AnyProjection; readonly id: string; readonly until: number }

export const projectionNamed = (name: string): AnyProjection => {
  knownViews([name])
  return projections.find(p => p.name === name)!
}

/** The document as JSON, with the position and time of its last event. Mail addresses are masked. */
export const replayDocument = async (
  { log, secrets }: Stores,
  { projection, id, until }: DocumentRequest,
): Promise<string> => {
  const scan = await scanning(log)
  let document: unknown
  let last: Recorded | undefined
  for await (const event of log.readAll({ prefixes: projection.categories.map(c => `${c}-`) })) {
    scan.seen(event)
    if (Date.parse(event.metadata.at) > until || projection.idOf(event) !== id) continue
    document = projection.evolve(document, event)
    last = event
  }
  scan.end()
  const view = projection.name
  if (!last)
    throw new UserError(
      `${view} had no document ${id}${until === Number.POSITIVE_INFINITY ? '' : ' at that time'}: the log has no events for it.`,
    )
  const accountId = subjectOf(last)?.accountId
  const masked = accountId === undefined ? document : await auditReader({ log, secrets }).shown(accountId, document)
  const { position, metadata } = last
  return JSON.stringify({ view, id, position: String(position), at: metadata.at, document: masked ?? null }, null, 2)
}
