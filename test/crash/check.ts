import canonicalize from 'canonicalize'
import * as E from 'fp-ts/lib/Either.js'
import { projections } from '../../projections/projections.ts'
import { readConfig } from '../../src/node/config/read-config.ts'
import { openStores } from '../../src/node/stores/open-stores.ts'
import type { Recorded } from '../../src/ports/event-log.ts'
import type { Acknowledged } from './load.ts'

/** The faults in stores after crashes; empty if there are none. */
export const faultsOf = async (dataDir: string, acknowledged: readonly Acknowledged[]): Promise<readonly string[]> => {
  const config = readConfig({ DATA_DIR: dataDir })
  if (E.isLeft(config)) throw new Error(config.left.join('\n'))
  const stores = await openStores(config.right)
  try {
    const events: Recorded[] = []
    for await (const event of stores.log.readAll()) events.push(event)
    return [
      ...lostOrTwice(events, acknowledged),
      ...brokenStreams(events),
      ...(await otherThanFolded(events, stores.readModels)),
    ]
  } finally {
    await stores.close()
  }
}

/** Checks that every acknowledged command is in the log exactly once. */
const lostOrTwice = (events: readonly Recorded[], acknowledged: readonly Acknowledged[]): readonly string[] => {
  const texts = new Map<string, number>()
  for (const event of events) {
    if (event.type !== 'CreativeSaved') continue
    const { creative, added } = event.data as { creative: { columns: { columnValue: string }[] }; added: boolean }
    for (const { columnValue } of creative.columns)
      texts.set(`${event.stream} ${columnValue}`, (texts.get(`${event.stream} ${columnValue}`) ?? 0) + 1)
    if (added === undefined) return [`${event.id} has no added`]
  }
  return acknowledged.flatMap(({ stream, value }) => {
    const found = texts.get(`${stream} ${value}`) ?? 0
    return found === 1 ? [] : [`${value} of ${stream} is in the log ${found} times`]
  })
}

/** Checks that revisions have no gaps, positions increase, and event ids are unique. */
const brokenStreams = (events: readonly Recorded[]): readonly string[] => {
  const revisions = new Map<string, number>()
  const ids = new Set<string>()
  let last = 0n
  return events.flatMap(event => {
    const expected = (revisions.get(event.stream) ?? -1) + 1
    const faults = [
      ...(event.revision === expected ? [] : [`${event.stream}: revision ${event.revision} instead of ${expected}`]),
      ...(event.position > last ? [] : [`position ${event.position} after ${last}`]),
      ...(ids.has(event.id) ? [`event ${event.id} twice`] : []),
    ]
    revisions.set(event.stream, event.revision)
    ids.add(event.id)
    last = event.position
    return faults
  })
}

/** Checks that read models equal a fold of the log. */
const otherThanFolded = async (
  events: readonly Recorded[],
  readModels: Awaited<ReturnType<typeof openStores>>['readModels'],
): Promise<readonly string[]> => {
  const faults: string[] = []
  for (const projection of projections) {
    const folded = new Map<string, unknown>()
    for (const event of events) {
      if (!projection.categories.some(c => event.stream.startsWith(`${c}-`))) continue
      const id = projection.idOf(event)
      if (id !== undefined) folded.set(id, projection.evolve(folded.get(id), event))
    }
    const stored = new Map<string, string>()
    for await (const document of readModels.all(projection)) stored.set(document.id, document.json)
    for (const [id, document] of folded) {
      const json = stored.get(id)
      if (canonicalize(document) !== (json === undefined ? undefined : canonicalize(JSON.parse(json))))
        faults.push(`${projection.name} ${id} differs from the log`)
      stored.delete(id)
    }
    for (const id of stored.keys()) faults.push(`${projection.name} ${id} is not in the log`)
  }
  return faults
}
