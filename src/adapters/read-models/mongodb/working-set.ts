import type { AnyProjection } from '../../../engine/read/projection.ts'
import { idsTouched, type Route } from '../../../engine/read/route.ts'
import { sampledSize } from '../../../engine/read/sampled-size.ts'
import { besidesLargest, mostLoaded } from '../../../engine/read/too-much-at-once.ts'
import { changesOf, fold, workingOnNothing } from '../../../engine/read/working.ts'
import type { Position } from '../../../ports/event-log.ts'
import type { Rebuild } from './rebuild.ts'

/** Maximum number of stored ids tracked in memory for each view; beyond that the store is queried. */
const mostIds = 200_000
/** A view whose documents are made anew by each event is written in portions of so many documents, or bytes. */
const portion = { documents: 2_000, bytes: 4 * 2 ** 20 }

/** A view that is rebuilt. */
export type Rebuilding = { readonly projection: AnyProjection; readonly rebuild: Rebuild }

/** The documents in memory, their bytes, and the events folded into them. */
export type Held = { readonly documents: number; readonly bytes: number; readonly events: number }

/** The working set of one view: changes of many events are written together. */
export const workingSet = ({ projection, rebuild }: Rebuilding) => {
  let { checkpoint } = rebuild
  let working = workingOnNothing()
  let events = 0
  const positions = new Map<string, Position>()
  let stored = rebuild.fresh && !projection.anew ? new Set<string>() : undefined
  /** The portion that is being written. */
  let writing = Promise.resolve()
  /** Of documents that were loaded, and of one for each page of events. */
  const size = sampledSize()

  /** Loads the documents of ids; false, and none, if they are too large to be held together. */
  const load = async (ids: readonly string[]): Promise<boolean> => {
    const missing = ids.filter(id => !positions.has(id))
    const found = await rebuild.latest(stored ? missing.filter(id => stored?.has(id)) : missing, mostLoaded)
    if (besidesLargest(found) > mostLoaded) return false
    for (const { id, json, position } of found) {
      positions.set(id, position)
      if (json === undefined) continue
      working.set(id, { document: JSON.parse(json), changedAt: undefined })
      size.add(json.length)
    }
    for (const id of missing) if (!positions.has(id)) positions.set(id, -1n)
    return true
  }
  const held = (): Held => {
    const documents = Math.max(positions.size, working.size)
    return { documents, bytes: size.of(documents), events }
  }
  const write = async (taken: typeof working, position: Position) => {
    const changes = [...changesOf(taken)]
    const to = await rebuild.apply(changes, checkpoint, position)
    checkpoint = to
    if (to !== position) throw new Error(`another process is rebuilding the view ${projection.name}`)
    for (const { id } of changes) stored?.add(id)
    if (stored && stored.size > mostIds) stored = undefined
  }
  /** Begins to write all changes, with the position that they cover, when the portion before is written. */
  const begin = async (position: Position) => {
    await writing
    if (position <= checkpoint) return
    writing = write(working, position)
    // whoever waits for it next gets its error
    writing.catch(() => undefined)
    working = workingOnNothing()
    events = 0
    positions.clear()
  }
  const flush = async (position: Position) => {
    await begin(position)
    await writing
  }
  const add = async (route: Route, end: Position): Promise<void> => {
    // other views may be further behind: what this one reflects already would be held, and never written
    const mine = { projection, steps: route.steps.filter(({ event }) => event.position > checkpoint) }
    // a document that is made anew need not be read, and an older one never replaces a newer one
    if (!projection.anew && !(await load(idsTouched(mine)))) return addInHalves(mine)
    // a process that was stopped may have left documents ahead of the checkpoint
    const steps = mine.steps.filter(({ id, event }) => event.position > (positions.get(id) ?? -1n))
    const failure = fold({ projection, steps }, working)
    if (failure) throw failure.error
    events += steps.length
    size.measure(working.get(steps.at(-1)?.id ?? '')?.document)
    const { documents, bytes } = held()
    if (projection.anew && (documents >= portion.documents || bytes >= portion.bytes)) await begin(end)
  }
  /** What is held is written in between, so that the documents of one half are held at a time. */
  const addInHalves = async ({ steps }: Route) => {
    const middle = steps.length >> 1
    for (const half of [steps.slice(0, middle), steps.slice(middle)]) {
      const end = half.at(-1)!.event.position
      await add({ projection, steps: half }, end)
      await flush(end)
    }
  }
  return {
    projection,
    swap: rebuild.swap,
    hold: rebuild.hold,
    goOn: rebuild.goOn,
    checkpoint: () => checkpoint,
    held,
    /** Writes all changes, with the position that they cover. */
    flush,
    /** Waits for what is being written, whether it succeeds or not. */
    settled: () => writing.catch(() => undefined),
    /** Folds a page of events, which ends at a position. */
    add,
  }
}
export type WorkingSet = ReturnType<typeof workingSet>
