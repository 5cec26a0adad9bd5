import canonicalize from 'canonicalize'
import { projections } from '../../projections/projections.ts'
import type { AnyProjection } from '../../src/engine/read/projection.ts'
import type { Recorded } from '../../src/ports/event-log.ts'
import type { Stored } from '../../src/ports/read-models.ts'

/** Checks that revisions have no gaps, positions increase, and event ids are unique. */
export const brokenStreams = (events: readonly Recorded[]): readonly string[] => {
  const revisions = new Map<string, number>()
  const ids = new Set<string>()
  let last = 0n
  return events.flatMap(event => {
    const expected = (revisions.get(event.stream) ?? -1) + 1
    const faults = [
      ...(event.revision === expected ? [] : [`${event.stream}: revision ${event.revision} instead of ${expected}`]),
      ...(event.position > last ? [] : [`position ${event.position} after ${last}`]),
      ...(ids.has(event.id) ? [`event ${event.id} (${event.type}) twice`] : []),
    ]
    revisions.set(event.stream, event.revision)
    ids.add(event.id)
    last = event.position
    return faults
  })
}

const foldOf = (projection: AnyProjection, events: readonly Recorded[]): ReadonlyMap<string, unknown> => {
  const documents = new Map<string, unknown>()
  for (const event of events) {
    if (!projection.categories.some(c => event.stream.startsWith(`${c}-`))) continue
    const id = projection.idOf(event)
    if (id !== undefined) documents.set(id, projection.evolve(documents.get(id), event))
  }
  return documents
}

/** Checks that read models equal a fold of the log. */
export const otherThanFolded = async (
  events: readonly Recorded[],
  all: (view: AnyProjection) => AsyncIterable<Stored> | Iterable<Stored>,
): Promise<readonly string[]> => {
  const faults: string[] = []
  for (const projection of projections) {
    const stored = new Map<string, string>()
    for await (const document of all(projection)) stored.set(document.id, document.json)
    for (const [id, document] of foldOf(projection, events)) {
      const json = stored.get(id)
      const isSame =
        json === undefined ? document === undefined : canonicalize(document) === canonicalize(JSON.parse(json))
      if (!isSame) faults.push(`${projection.name} ${id} differs from the log`)
      stored.delete(id)
    }
    for (const id of stored.keys()) faults.push(`${projection.name} ${id} is not in the log`)
  }
  return faults
}
