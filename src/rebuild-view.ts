import type { EventLog, Position, Recorded } from './ports/event-log.ts'
import type { Change } from './ports/read-models.ts'
import { changesOf, fold, idsTouched, route, type Working, workingOn } from './project.ts'
import type { AnyProjection } from './projection.ts'

/** A set of documents beside the one that is read; a store's adapter makes it. */
export type Rebuilding = {
  readonly checkpoint: Position
  readonly fresh: boolean
  latest(ids: readonly string[]): Promise<readonly Change[]>
  apply(changes: readonly Change[], from: Position, checkpoint: Position): Promise<Position>
  swap(): Promise<boolean>
}

/** Events that are folded before the next are read, documents that are held before they are written. */
const bounds = { events: 2_000, documents: 20_000 }

const pages = async function* (events: AsyncIterable<Recorded>): AsyncGenerator<readonly Recorded[]> {
  let page: Recorded[] = []
  for await (const event of events) {
    page.push(event)
    if (page.length < bounds.events) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/**
 * Builds a view anew from the log and lets it take over (design 6), from where an earlier try left it. Documents are held while
 * there are few, as writing one for each of its events costs most. Throws what the projection throws.
 */
export const rebuildView = async (
  log: EventLog,
  projection: AnyProjection,
  rebuilding: Rebuilding,
  onProgress: (position: Position) => void,
): Promise<void> => {
  const sort = route([projection])
  const prefixes = projection.categories.map(category => `${category}-`)
  let checkpoint = rebuilding.checkpoint
  let stored = !rebuilding.fresh
  let working: Working = workingOn([])
  const positions = new Map<string, Position>()

  const load = async (ids: readonly string[]) => {
    const missing = stored ? ids.filter(id => !working.documents.has(id) && !positions.has(id)) : []
    for (const { id, json, position } of missing.length > 0 ? await rebuilding.latest(missing) : []) {
      positions.set(id, position)
      if (json !== undefined) working.documents.set(id, JSON.parse(json))
    }
  }
  const flush = async (to: Position) => {
    const at = await rebuilding.apply(changesOf(working), checkpoint, to)
    if (at !== to) throw new Error(`another process builds the view ${projection.name}`)
    checkpoint = to
    stored = true
    working = workingOn([])
    positions.clear()
  }
  const follow = async (events: readonly Recorded[]) => {
    const { routes, failures } = sort(events)
    const [mine] = routes
    if (failures[0]) throw failures[0].error
    if (!mine) return
    await load(idsTouched(mine))
    const steps = mine.steps.filter(({ id, event }) => event.position > (positions.get(id) ?? -1n))
    const failure = fold({ projection, steps }, working)
    if (failure) throw failure.error
  }

  do {
    const head = await log.head()
    for await (const page of pages(log.readAll({ after: checkpoint, prefixes }))) {
      await follow(page)
      const last = page.at(-1)!.position
      if (working.documents.size > bounds.documents) await flush(last)
      onProgress(last)
    }
    if (head > checkpoint || working.touched.size > 0) await flush(lastOf(working, head, checkpoint))
  } while (!(await rebuilding.swap()))
}

/** The head that was there before the scan, or the last event that was folded when that is further. */
const lastOf = ({ touched }: Working, head: Position, checkpoint: Position): Position =>
  [...touched.values()].reduce((a, b) => (a > b ? a : b), head > checkpoint ? head : checkpoint)
