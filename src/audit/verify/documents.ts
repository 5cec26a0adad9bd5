import { digestOf } from '../../domain/shared/digest.ts'
import type { EventLog, Position } from '../../ports/event-log.ts'
import type { ReadModels, Stored } from '../../ports/read-models.ts'
import type { AnyProjection } from '../../projection.ts'
import type { Checked, Fault } from './fault.ts'

const prefixesOf = (projection: AnyProjection) => projection.categories.map(category => `${category}-`)

/** What the log says that the view holds, and the ids that events behind `head` have touched meanwhile. */
const folded = async (projection: AnyProjection, log: EventLog, head: Position) => {
  const documents = new Map<string, unknown>()
  const movedOn = new Set<string>()
  for await (const event of log.readAll({ prefixes: prefixesOf(projection) })) {
    const id = projection.idOf(event)
    if (id === undefined) continue
    if (event.position > head) movedOn.add(id)
    else {
      const next = projection.evolve(documents.get(id), event)
      if (next === undefined) documents.delete(id)
      else documents.set(id, next)
    }
  }
  return { hashes: new Map(Array.from(documents, ([id, document]) => [id, digestOf(document)])), movedOn }
}

const differs = ({ json }: Stored, hash: string | undefined): string | undefined => {
  if (hash === undefined) return 'stands in the view, but no event made it'
  try {
    return digestOf(JSON.parse(json)) === hash ? undefined : 'differs from what its events say'
  } catch (error) {
    if (error instanceof SyntaxError) return 'is no JSON any more'
    throw error
  }
}

/**
 * Compares every document of a view with a fold of the log up to `head`, by hash. Documents that moved on while the check
 * ran are passed over; the view is waited for before.
 */
export const checkView = async (
  projection: AnyProjection,
  log: EventLog,
  readModels: ReadModels,
  head: Position,
): Promise<Checked> => {
  const { hashes, movedOn } = await folded(projection, log, head)
  const faults: Fault[] = []
  const fault = (id: string, detail: string) =>
    faults.push({
      kind: 'document',
      where: `${projection.name}/${id}`,
      detail: `${detail}; endcap rebuild ${projection.name} mends it`,
    })
  const seen = new Set<string>()
  let count = 0
  for await (const stored of readModels.all(projection)) {
    count++
    seen.add(stored.id)
    if (stored.position > head || movedOn.has(stored.id)) continue
    const detail = differs(stored, hashes.get(stored.id))
    if (detail !== undefined) fault(stored.id, detail)
  }
  for (const id of hashes.keys()) if (!seen.has(id) && !movedOn.has(id)) fault(id, 'is missing from the view')
  return { count, faults }
}
