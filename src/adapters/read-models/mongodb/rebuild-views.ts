import type { AnyProjection } from '../../../engine/read/projection.ts'
import { route } from '../../../engine/read/route.ts'
import { sizeOf } from '../../../engine/read/size-of.ts'
import type { EventLog, Position, Recorded } from '../../../ports/event-log.ts'
import type { Rebuild } from './rebuild.ts'
import { type Held, type Rebuilding, type WorkingSet, workingSet } from './working-set.ts'

/** Limits of what is held before it is written, of all views together: documents, their bytes, and events. */
const most: Held = { documents: 50_000, bytes: 64 * 2 ** 20, events: 200_000 }
/** The share of that which may be held further when something has to be written. */
const kept = 0.4
/** Views that are written at a time; each has several writes under way. */
const writing = 2
/** Events folded per step, and their characters: few enough that most of what is made of them dies young, and V8's heap stays small. */
const pageOf = { events: 500, characters: 4_000_000 }

/** The nodes that feed wait for every second round after the first, which reads the whole log. In between they go on. */
const heldEvery = 2

/** Does something while the nodes that feed wait. */
const held = async ({ hold, goOn }: Pick<WorkingSet, 'hold' | 'goOn'>, work: () => Promise<void>): Promise<void> => {
  await hold()
  await work().finally(goOn)
}

const lowest = (sets: Iterable<WorkingSet>): Position =>
  Iterator.from(sets)
    .map(set => set.checkpoint())
    .reduce((a, b) => (a < b ? a : b))

/**
 * Rebuilds views from one reading of the log while the old ones serve, and swaps them in when they have caught up; the nodes that feed wait
 * for that at last, or it would not end while the log grows. Resumes an interrupted rebuild. `onProgress` receives the position reached and the
 * number of events read. A view that fails, by its projection or by another process, is reported and given up; the others continue. Rejects
 * with StoreAway when the log is away, or the views when nodes are to wait.
 * When `signal` aborts, it is left to be resumed, as soon as the operations under way have ended.
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
  /** Does something for every view, for so many at a time, until it is aborted; one that fails is given up. */
  const each = async (work: (set: WorkingSet) => Promise<void>, atATime = sets.size) => {
    const left = [...sets]
    const line = async () => {
      for (let next = left.shift(); next && !signal?.aborted; next = left.shift()) {
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
  const share = (held: readonly Held[]): number => {
    const part = (of: keyof Held) => held.reduce((sum, each) => sum + each[of], 0) / most[of]
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
  /** Waits for what is being written when it was aborted. */
  const settled = () => Promise.all([...sets.values()].map(set => set.settled()))
  /** Reads what is new, and puts the views into service that nothing was fed to meanwhile. */
  const round = async () => {
    const head = await log.head()
    const projections = [...sets.keys()]
    const routeTo = route(projections)
    const prefixes = [...new Set(projections.flatMap(({ categories }) => categories.map(name => `${name}-`)))]
    const after = lowest(sets.values())
    let last = after
    let page: Recorded[] = []
    let characters = 0
    const turn = async () => {
      if (page.length === 0) return
      last = page.at(-1)!.position
      const { routes, failures } = routeTo(page)
      const mine = new Map(routes.map(each => [each.projection, each]))
      await each(async set => {
        const failure = failures.find(({ projection }) => projection === set.projection)
        if (failure) throw failure.error
        const own = mine.get(set.projection)
        if (own) await set.add(own, last)
      })
      read += page.length
      page = []
      characters = 0
      await relieve(last)
      onProgress(last, read)
    }
    for await (const event of log.readAll({ after, prefixes })) {
      page.push(event)
      characters += sizeOf(event.data)
      if (page.length === pageOf.events || characters >= pageOf.characters) await turn()
      if (signal?.aborted) return
    }
    await turn()
    const end = last > head ? last : head
    await each(set => set.flush(end), writing)
    await each(async set => {
      if (await set.swap(() => log.head())) sets.delete(set.projection)
      // one after the other: they change the same feed, and not every server does that in one step
    }, 1)
  }
  for (let rounds = 0; sets.size > 0 && !signal?.aborted; rounds++) {
    const [any] = sets.values()
    if (any && rounds > 0 && rounds % heldEvery === 0) await held(any, round)
    else await round()
  }
  if (signal?.aborted) await settled()
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
