import type { Position, Recorded } from '../../ports/event-log.ts'
import type { Change } from '../../ports/read-models.ts'
import type { AnyProjection } from './projection.ts'
import { idsTouched, type ProjectionFailure, route } from './route.ts'
import { changesOf, fold, type Loaded, workingFor } from './working.ts'

/** Loads stored documents of a view synchronously. */
export type Load = (projection: AnyProjection, ids: readonly string[]) => Loaded

export type Projected = {
  readonly changes: ReadonlyMap<AnyProjection, readonly Change[]>
  readonly failures: readonly ProjectionFailure[]
}

/**
 * Creates a function that returns the changes of a batch of events (in commit order) to each view. Unchanged views are
 * absent. A projection that throws changes nothing and is among the failures; the others continue. `checkpointOf`: the
 * position that a view has reached; events up to there are skipped.
 */
export const projector = (projections: readonly AnyProjection[]) => {
  const sort = route(projections)
  return (
    events: readonly Recorded[],
    load: Load,
    checkpointOf: (projection: AnyProjection) => Position = () => -1n,
  ): Projected => {
    const { routes, failures } = sort(events)
    const changes = new Map<AnyProjection, readonly Change[]>()
    const failed = [...failures]
    for (const { projection, steps } of routes) {
      const checkpoint = checkpointOf(projection)
      const ahead = { projection, steps: steps.filter(({ event }) => event.position > checkpoint) }
      const working = workingFor(ahead, () => (projection.anew ? [] : load(projection, idsTouched(ahead))))
      const failure = 'error' in working ? working : fold(ahead, working)
      const changed = failure || 'error' in working ? [] : [...changesOf(working)]
      if (failure) failed.push(failure)
      else if (changed.length > 0) changes.set(projection, changed)
    }
    return { changes, failures: failed }
  }
}
