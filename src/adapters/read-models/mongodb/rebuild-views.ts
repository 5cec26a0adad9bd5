import { changesOf, fold, idsTouched, type Route, route, workingOnNothing } from '../../../engine/read/fold-batch.ts'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import type { EventLog, Position, Recorded } from '../../../ports/event-log.ts'
import type { Rebuild } from './rebuild.ts'

/** Limits of what is held before it is written, of all views together: documents, bytes of loaded ones, and events. */
const most = { documents: 50_000, bytes: 64 * 2 ** 20, events: 200_000 }
/** The share of that which may be held further when something has to be written. */
const kept = 0.4
/** Views that are written at a time; each has several writes under way. */
const writing = 2
/** Maximum number of stored ids tracked in memory for each view; beyond that the store is queried. */
const mostIds = 200_000
/** Events folded per step. */
const pageSize = 2_000

/** A view that is rebuilt. */
export type Rebuilding = { readonly projection: AnyProjection; readonly rebuild: Rebuild }

/** The working set of one view: changes of many events are written together. */
const workingSet = ({ projection, rebuild }: Rebuilding) => {
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
  return {
    projection,
    swap: rebuild.swap,
    checkpoint: () => checkpoint,
    held: () => ({ documents: positions.size, ...held }),
    /** Writes all changes, with the position that they cover. */
    async flush(position: Position) {
      if (position <= checkpoint) return
      const to = await rebuild.apply([...changesOf(working)], checkpoint, position)
      checkpoint = to
      if (to !== position) throw new Error(`another process is rebuilding the view ${projection.name}`)
      for (const id of working.touched.keys()) stored?.add(id)
      if (stored && stored.size > mostIds) stored = undefined
      working = workingOnNothing()
      held = { bytes: 0, events: 0 }
      positions.clear()
    },
    async add(mine: Route) {
      await load(idsTouched(mine))
      // a process that was stopped may have left documents ahead of the checkpoint
      const isNew = ({ id, event }: Route['steps'][number]) =>
        event.position > checkpoint && event.position > positions.get(id)!
      const steps = mine.steps.filter(isNew)
      const failure = fold({ projection, steps }, working)
      if (failure) throw failure.error
      held.events += steps.length
    },
  }
}
type WorkingSet = ReturnType<typeof workingSet>

const lowest = (sets: Iterable<WorkingSet>): Position =>
  Iterator.from(sets)
    .map(set => set.checkpoint())
    .reduce((a, b) => (a < b ? a : b))

/**
 * Rebuilds views from one reading of the log while the old ones serve, and swaps them in when they have caught up. Resumes
 * an interrupted rebuild. `onProgress` receives the position reached and the number of events read. A view that fails, by its
 * projection or by another process, is reported and given up; the others continue. Rejects with StoreAway when the log is.
 * When `signal` aborts, it is left to be resumed.
 */
export const rebuildViews = async (
  log: EventLog,
  rebuildings: readonly Rebuilding[],
  onProgress: (position: Position, events: number) => void,
  onFailure: (projection: AnyProjection, error: unknown) => void,
  signal?: AbortSignal,
): Promise<void> => {
  const sets = new Map(rebuildings.map(each => [each.projection, workingSet(each)]))
  let read = 0
  /** Does something for every view, for so many at a time; one that fails is given up. */
  const each = async (work: (set: WorkingSet) => Promise<void>, atATime = sets.size) => {
    const left = [...sets]
    const line = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [projection, set] = next
        await work(set).catch(error => {
          sets.delete(projection)
          onFailure(projection, error)
        })
      }
    }
    await Promise.all(Array.from({ length: atATime }, line))
  }
  /** The part of what may be held that is held; above 1 something has to be written. */
  const share = (held: readonly ReturnType<WorkingSet['held']>[]): number => {
    const part = (of: keyof typeof most) => held.reduce((sum, each) => sum + each[of], 0) / most[of]
    return Math.max(part('documents'), part('bytes'), part('events'))
  }
  /** Writes the largest working sets, so that documents of the others need not be read again. */
  const relieve = async (position: Position) => {
    const left = [...sets.values()].sort((a, b) => share([a.held()]) - share([b.held()]))
    if (share(left.map(set => set.held())) <= 1) return
    const large = new Set<WorkingSet>()
    while (left.length > 0 && share(left.map(set => set.held())) > kept) large.add(left.pop()!)
    await each(async set => {
      if (large.has(set)) await set.flush(position)
    }, writing)
  }
  while (sets.size > 0) {
    const head = await log.head()
    const projections = [...sets.keys()]
    const routeTo = route(projections)
    const prefixes = [...new Set(projections.flatMap(({ categories }) => categories.map(name => `${name}-`)))]
    const after = lowest(sets.values())
    let last = after
    let page: Recorded[] = []
    const turn = async () => {
      if (page.length === 0) return
      last = page.at(-1)!.position
      const { routes, failures } = routeTo(page)
      const mine = new Map(routes.map(each => [each.projection, each]))
      await each(async set => {
        const failure = failures.find(({ projection }) => projection === set.projection)
        if (failure) throw failure.error
        const own = mine.get(set.projection)
        if (own) await set.add(own)
      })
      read += page.length
      page = []
      await relieve(last)
      onProgress(last, read)
    }
    for await (const event of log.readAll({ after, prefixes })) {
      page.push(event)
      if (page.length === pageSize) await turn()
      if (signal?.aborted) return
    }
    await turn()
    const end = last > head ? last : head
    await each(set => set.flush(end), writing)
    const now = await log.head()
    await each(async set => {
      if (await set.swap(now)) sets.delete(set.projection)
      // one after the other: they change the same feed, and not every server does that in one step
    }, 1)
  }
}

/** `rebuildViews` for one view. Rejects with its error. */
export const rebuildView = async (
  log: EventLog,
  projection: AnyProjection,
  rebuild: Rebuild,
  onProgress: (position: Position, events: number) => void = () => {},
): Promise<void> => {
  const failures: unknown[] = []
  await rebuildViews(log, [{ projection, rebuild }], onProgress, (_, error) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
