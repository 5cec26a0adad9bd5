import { type ProjectionFailure, projector } from '../../engine/read/fold-batch.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { Scratch } from '../../ports/scratch.ts'

/** Events folded per batch. */
const pageSize = 2_000

/** The documents that the log produces, and the views whose projection failed. */
export type Folded = {
  readonly documents: Scratch
  readonly failures: ReadonlyMap<AnyProjection, ProjectionFailure>
}

/** Folds events, in commit order, into documents. A view stops at the first event that its projection fails on. */
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
    /** Folds the remaining events. */
    end(): Folded {
      flush()
      return { documents: scratch, failures }
    },
  }
}
