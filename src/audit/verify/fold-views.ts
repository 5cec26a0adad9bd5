import { type ProjectionFailure, projector } from '../../engine/read/fold-batch.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { Scratch } from '../../ports/scratch.ts'

/** Events that are folded at a time. */
const pageSize = 2_000

/** What the log says that views hold, and the views that could not be followed to the end. */
export type Folded = {
  readonly documents: Scratch
  readonly failures: ReadonlyMap<AnyProjection, ProjectionFailure>
}

/** Folds events, in commit order, into the documents of views. A view that cannot be followed stops there. */
export const viewFolder = (projections: readonly AnyProjection[], scratch: Scratch) => {
  const failures = new Map<AnyProjection, ProjectionFailure>()
  let project = projector(projections)
  let page: Recorded[] = []
  const flush = (): void => {
    const { changes, failures: failed } = project(page, ({ name }, ids) => scratch.load(name, ids))
    for (const [{ name }, changed] of changes) scratch.write(name, changed)
    for (const failure of failed) failures.set(failure.projection, failure)
    if (failed.length > 0) project = projector(projections.filter(projection => !failures.has(projection)))
    page = []
  }
  return {
    add(event: Recorded): void {
      page.push(event)
      if (page.length === pageSize) flush()
    },
    /** Folds what is left. */
    end(): Folded {
      flush()
      return { documents: scratch, failures }
    },
  }
}
