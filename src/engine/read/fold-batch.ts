import type { Position, Recorded } from '../../ports/event-log.ts'
import { type Change, DocumentTooLarge, type FoldStore, type Later, type ViewWrite } from '../../ports/read-models.ts'
import { DocumentUnreadable } from '../../ports/store-away.ts'
import type { Turn } from '../turns.ts'
import { type CachedView, type CacheLimits, cachedView } from './cached-view.ts'
import type { AnyProjection } from './projection.ts'
import { type ProjectionFailure, type Route, route } from './route.ts'

/** Characters of stored documents that are loaded together: parsed, and written again, they take many times as much. */
export const mostLoaded = 4_000_000

type FoldOptions = {
  /** What is kept in memory. Beyond it, everything is written and forgotten. */
  readonly cache: CacheLimits
  /** When changes are written: after each batch, or only when the cache is full and at `flush`. */
  readonly writes: 'each batch' | 'when full'
  /** A projection threw, or one of its documents is unreadable or too large: it is folded no more. */
  onFailure(failure: ProjectionFailure): void
  /** For the thread that answers requests: lets others run between two documents. */
  readonly turn?: Turn
}

/** The views that events are folded into, and their cached documents. */
export type Fold = FoldOptions & {
  readonly views: Map<AnyProjection, CachedView>
  readonly sort: ReturnType<typeof route>
  /** The last event that was folded. */
  last: Recorded | undefined
}

/** Begins to fold into views whose stored documents reflect these positions. At 0 none are stored, or none that count. */
export const openFold = (
  positions: ReadonlyMap<AnyProjection, Position>,
  options: FoldOptions,
  sort = route([...positions.keys()]),
): Fold => ({
  ...options,
  views: new Map(Array.from(positions, ([view, position]) => [view, cachedView(view, position)])),
  sort,
  last: undefined,
})

type Asked =
  | { readonly load: ReadonlyMap<AnyProjection, readonly string[]>; readonly most: number }
  | { readonly write: ViewWrite }
  | { readonly others: Promise<void> }
type Answered = ReturnType<FoldStore['load']>
/** A computation that asks a store, which answers at once (`foldNow`) or later (`foldLater`). */
export type Steps<A = void> = Generator<Asked, A, Answered>

/** Stops a view alone. What was folded since its documents were written last is lost. */
const fail = (fold: Fold, failure: ProjectionFailure): void => {
  // an event of other views was sorted for one that has stopped
  if (fold.views.delete(failure.projection)) fold.onFailure(failure)
}

/** Loads the documents that are not cached; false, and none, if they have more than `most` characters besides the largest. */
function* load(fold: Fold, routes: readonly Route[], most: number): Steps<boolean> {
  const wanted = new Map<AnyProjection, readonly string[]>()
  for (const one of routes) {
    const missing = fold.views.get(one.projection)?.missing(one) ?? []
    if (missing.length > 0) wanted.set(one.projection, missing)
  }
  if (wanted.size === 0) return true
  const loaded = yield { load: wanted, most }
  if (!loaded) return false
  for (const { projection, steps } of routes)
    try {
      for (const document of loaded.get(projection) ?? []) {
        fold.views.get(projection)?.loaded(document)
        const others = fold.turn?.()
        if (others) yield { others }
      }
    } catch (error) {
      if (!(error instanceof DocumentUnreadable)) throw error
      fail(fold, { projection, position: steps[0]!.event.position, error })
    }
  return true
}

function* evolve(fold: Fold, { projection, steps }: Route): Steps {
  const view = fold.views.get(projection)
  if (!view) return
  for (const step of steps) {
    try {
      view.evolve(step)
    } catch (error) {
      return fail(fold, { projection, position: step.event.position, error })
    }
    const others = fold.turn?.()
    if (others) yield { others }
  }
  if (fold.cache.documents > 0) view.measure(steps.at(-1)!.id)
}

/** Writes what has changed since the last write, and the position that each view has reached. */
export function* flush(fold: Fold): Steps {
  const { views, last } = fold
  const changes = new Map<AnyProjection, Iterable<Change>>()
  const positions = new Map<AnyProjection, { from: Position; to: Position }>()
  for (const [projection, view] of views) {
    if (view.reached() === view.position()) continue
    positions.set(projection, { from: view.position(), to: view.reached() })
    if (view.hasChanged()) changes.set(projection, { [Symbol.iterator]: view.changes })
  }
  if (positions.size === 0) return
  try {
    yield { write: { changes, positions, ...(last && { last }) } }
  } catch (error) {
    if (!(error instanceof DocumentTooLarge)) throw error
    const projection = error.view as AnyProjection
    fail(fold, { projection, position: views.get(projection)?.reached() ?? 0n, error })
    return yield* flush(fold)
  }
  for (const view of views.values()) view.written()
}

const fullness = ({ views, cache }: Fold): number => {
  let sum = 0
  for (const view of views.values()) sum += view.fullness(cache)
  return sum
}

/**
 * Folds a batch of events, in commit order, into the views, which then reflect the log up to `to`: loads the documents that are not
 * cached, evolves them, and hands `{ changes, positions }` to the store. Events that a view or document reflects already are passed
 * over. When the documents that the batch touches are too large to be held together, its halves are folded one after the other.
 */
export function* foldBatch(fold: Fold, events: readonly Recorded[], to: Position): Steps {
  const { routes, failures } = fold.sort(events)
  for (const failure of failures) fail(fold, failure)
  if (!(yield* load(fold, routes, events.length > 1 ? mostLoaded : Number.POSITIVE_INFINITY))) {
    const half = events.slice(0, events.length >> 1)
    yield* foldBatch(fold, half, half.at(-1)!.position)
    return yield* foldBatch(fold, events.slice(half.length), to)
  }
  for (const one of routes) yield* evolve(fold, one)
  fold.last = events.at(-1) ?? fold.last
  for (const view of fold.views.values()) view.reach(to)
  const fits = fullness(fold) <= 1
  if (fold.writes === 'each batch' || !fits) yield* flush(fold)
  if (!fits) for (const view of fold.views.values()) view.forget()
}

/** Runs a fold on a store that answers at once. */
export const foldNow = <A>(steps: Steps<A>, store: FoldStore): A => {
  let step = steps.next()
  while (!step.done) {
    const { value } = step
    let answer: Answered
    try {
      if ('load' in value) answer = store.load(value.load, value.most)
      else if ('write' in value) store.write(value.write)
    } catch (error) {
      step = steps.throw(error)
      continue
    }
    step = steps.next(answer)
  }
  return step.value
}

/** Runs a fold on a store that answers later. */
export const foldLater = async <A>(steps: Steps<A>, store: Later<FoldStore>): Promise<A> => {
  let step = steps.next()
  while (!step.done) {
    const { value } = step
    let answer: Answered
    try {
      if ('load' in value) answer = await store.load(value.load, value.most)
      else if ('write' in value) await store.write(value.write)
      else await value.others
    } catch (error) {
      step = steps.throw(error)
      continue
    }
    step = steps.next(answer)
  }
  return step.value
}
