import type { Change } from '../../ports/read-models.ts'
import {
  changesOf,
  fold,
  idsTouched,
  type ProjectionFailure,
  type Route,
  type Working,
  workingFor,
  workingOnNothing,
} from './fold-batch.ts'
import type { AnyProjection } from './projection.ts'
import { sampledSize } from './sampled-size.ts'

/** Limits of the documents in memory: characters of JSON, and number of documents. */
const bounds = { characters: 44_000_000, documents: 250_000 }

/** Loads stored documents of the view synchronously. */
type Load = (ids: readonly string[]) => Iterable<{ readonly id: string; readonly json: string }>

/**
 * The documents of a view while a long log is folded into them. They stay in memory until there are too many, since frequent writes
 * cost most. `stored`: some are stored already.
 */
export const heldView = (projection: AnyProjection, load: Load, stored: boolean) => {
  let working: Working = workingOnNothing()
  let storing = stored
  const size = sampledSize()

  /** Folds a batch of events. After a failure the documents must be discarded. */
  const follow = (route: Route): ProjectionFailure | undefined => {
    if (storing && !projection.anew) {
      const missing = idsTouched(route).filter(id => !working.has(id))
      const loaded = workingFor(route, () => load(missing))
      if ('error' in loaded) return loaded
      for (const [id, document] of loaded) working.set(id, document)
    }
    const failure = fold(route, working)
    // one document of each page
    size.measure(working.get(route.steps.at(-1)?.id ?? '')?.document)
    return failure
  }
  /** The used share of the memory limits; above 1 the documents must be written. */
  const fullness = (): number => {
    const held = working.size
    return Math.max(size.of(held) / bounds.characters, held / bounds.documents)
  }
  const changes = (): Iterable<Change> => changesOf(working)
  /** Called after the changes were written: documents are reloaded on demand. */
  const written = () => {
    storing = true
    working = workingOnNothing()
  }
  return { projection, follow, fullness, changes, written }
}
export type HeldView = ReturnType<typeof heldView>

/** The used share of the memory limits of views that are held together. */
export const fullnessOf = (views: Iterable<HeldView>): number => {
  let sum = 0
  for (const view of views) sum += view.fullness()
  return sum
}
