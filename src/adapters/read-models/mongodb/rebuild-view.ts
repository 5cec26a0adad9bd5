import { changesOf, fold, idsTouched, route, workingOnNothing } from '../../../engine/read/fold-batch.ts'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import type { EventLog, Position, Recorded } from '../../../ports/event-log.ts'
import type { Rebuild } from './rebuild.ts'

/** Limits of the working set: documents, bytes of loaded documents, and events applied. */
const most = { documents: 20_000, bytes: 64 * 2 ** 20, events: 200_000 }
/** Maximum number of stored ids tracked in memory; beyond that the store is queried. */
const mostIds = 200_000
/** Events folded per step. */
const pageSize = 2_000

/** The working set of a rebuild: changes of many events are written together. */
const workingSet = (projection: AnyProjection, rebuild: Rebuild) => {
  const routeTo = route([projection])
  let { checkpoint } = rebuild
  let working = workingOnNothing()
  let held = { bytes: 0, events: 0 }
  const positions = new Map<string, Position>()
  let stored = rebuild.fresh ? new Set<string>() : undefined

  const load = async (ids: readonly string[]) => {
    const missing = ids.filter(id => !positions.has(id))
    for (const { id, json, position } of await rebuild.latest(
      stored ? missing.filter(id => stored?.has(id)) : missing,
    )) {
      positions.set(id, position)
      if (json === undefined) continue
      working.documents.set(id, JSON.parse(json))
      held.bytes += json.length
    }
    for (const id of missing) if (!positions.has(id)) positions.set(id, -1n)
  }
  /** Writes all changes, with the position that they cover. */
  const flush = async (position: Position) => {
    checkpoint = await rebuild.apply([...changesOf(working)], checkpoint, position)
    if (checkpoint !== position) throw new Error(`another process is rebuilding the view ${projection.name}`)
    for (const id of working.touched.keys()) stored?.add(id)
    if (stored && stored.size > mostIds) stored = undefined
    working = workingOnNothing()
    held = { bytes: 0, events: 0 }
    positions.clear()
  }
  const add = async (events: readonly Recorded[]) => {
    const { routes, failures } = routeTo(events)
    const mine = routes[0]
    if (mine) await load(idsTouched(mine))
    // a process that was stopped may have left documents ahead of the checkpoint
    const steps = (mine?.steps ?? []).filter(({ id, event }) => event.position > positions.get(id)!)
    const failure = failures[0] ?? fold({ projection, steps }, working)
    if (failure) throw failure.error
    held.events += steps.length
    if (positions.size > most.documents || held.bytes > most.bytes || held.events > most.events) {
      await flush(events.at(-1)!.position)
    }
  }
  return { add, flush, checkpoint: () => checkpoint }
}

/**
 * Rebuilds a view from the log while the old one serves, and swaps it in when it has caught up. Resumes an interrupted
 * rebuild. `onProgress` receives the position reached and the number of events read. Rejects with the projection's
 * error, or StoreAway.
 */
export const rebuildView = async (
  log: EventLog,
  projection: AnyProjection,
  rebuild: Rebuild,
  onProgress: (position: Position, events: number) => void = () => {},
): Promise<void> => {
  const { add, flush, checkpoint } = workingSet(projection, rebuild)
  const prefixes = projection.categories.map(category => `${category}-`)
  let read = 0
  do {
    const head = await log.head()
    let last = checkpoint()
    let page: Recorded[] = []
    const turn = async () => {
      if (page.length === 0) return
      last = page.at(-1)!.position
      await add(page)
      read += page.length
      page = []
      onProgress(last, read)
    }
    for await (const event of log.readAll({ after: checkpoint(), prefixes })) {
      page.push(event)
      if (page.length === pageSize) await turn()
    }
    await turn()
    await flush(last > head ? last : head)
  } while (!(await rebuild.swap(await log.head())))
}
