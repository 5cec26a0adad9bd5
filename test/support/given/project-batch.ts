import type { AnyProjection } from '../../../src/engine/read/projection.ts'
import { type Load, type Projected, projector } from '../../../src/engine/read/projector.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'

/** `projector` for a single batch. */
export const projectBatch = (
  projections: readonly AnyProjection[],
  events: readonly Recorded[],
  load: Load,
): Projected => projector(projections)(events, load)
