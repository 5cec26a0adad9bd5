import type { ProjectionRunner } from '../../../engine/read/run-projections.ts'
import type { ViewRef } from '../../../ports/read-models.ts'
import { type LeaseOptions, leaseNameOf, whileLeading } from './lease.ts'

/**
 * Feeds views on one node at a time, with the runner that `start` creates; another node takes over if it stops renewing
 * the lease. Two nodes feeding at once during a handover only waste work.
 */
export const feedUnderLease = (
  views: readonly ViewRef[],
  lease: Omit<LeaseOptions, 'name'>,
  start: () => Pick<ProjectionRunner, 'stop'>,
) => whileLeading({ ...lease, name: leaseNameOf(views) }, start)
