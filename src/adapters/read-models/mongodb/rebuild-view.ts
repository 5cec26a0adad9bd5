import { changesOf, fold, idsTouched, route, workingOn } from '../../../engine/read/fold-batch.ts'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import type { EventLog, Position, Recorded } from '../../../ports/event-log.ts'
import type { Rebuild } from './rebuild.ts'

/** What may be held until it is written: documents, bytes of those that were loaded, and events that changed them. */
const most = { documents: 20_000, bytes: 64 * 2 ** 20, events: 200_000 }
/** Ids that are known to be all that is stored; with more of them the store is asked. */
const mostIds = 200_000
/** Events folded at a time. */
const pageSize = 2_000

/** Documents in the hand of a rebuild: what an event changes is written once for many events. */
const workingSet = (projection: AnyProjection, rebuild: Rebuild) => {
  const routeTo = route([projection])
  let { checkpoint } = rebuild
  let working = workingOn([])
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
  /** Writes what has changed, with the position up to which that is everything. */
  const flush = async (position: Position) => {
    checkpoint = await rebuild.apply([...changesOf(working)], checkpoint, position)
    if (checkpoint !== position) throw new Error(`another process rebuilds the view ${projection.name}`)
    for (const id of working.touched.keys()) stored?.add(id)
    if (stored && stored.size > mostIds) stored = undefined
    working = workingOn([])
    held = { bytes: 0, events: 0 }
    positions.clear()
  }
  const add = async (events: readonly Recorded[]) => {
    const { routes, failures } = routeTo(events)
    const mine = routes[0]
    if (mine) await load(idsTouched(mine))
    // a process that was ended may have left documents ahead of the checkpoint
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
 * Builds a view from the log beside the one that is read, and lets it take that one's place when it is as far. Goes on where a
 * rebuild was ended. `onProgress` hears up to where it has come, and how many events it has read for that. Rejects with what the projection threw, or StoreAway.
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
