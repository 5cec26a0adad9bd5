import type { ProjectionRunner } from '../../../engine/read/run-projections.ts'
import type { ViewRef } from '../../../ports/read-models.ts'
import { type LeaseOptions, leaseNameOf, whileLeading } from './lease.ts'

/**
 * Feeds views on one node at a time, by the runner that `start` makes: the others are ready to go on when it shows no more life.
 * Two that feed at once, while a lease passes over, only waste work.
 */
export const feedUnderLease = (
  views: readonly ViewRef[],
  lease: Omit<LeaseOptions, 'name'>,
  start: () => Pick<ProjectionRunner, 'stop'>,
) => whileLeading({ ...lease, name: leaseNameOf(views) }, start)
