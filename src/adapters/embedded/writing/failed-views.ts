import { failureReason } from '../../../engine/read/failure-reason.ts'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import type { ProjectionFailure } from '../../../engine/read/route.ts'

/** A stopped view: the position where its projection threw (a number, as in all messages of threads), and the reason (without event data). */
export type FailedView = {
  readonly name: string
  readonly version: number
  readonly position: number
  readonly reason: string
  /** It was being built, not fed. */
  readonly inBuild?: true
}

const failuresOf = (inBuild: boolean) => {
  const failures = new Map<AnyProjection, FailedView>()
  return {
    failures,
    add: ({ projection, position, error }: ProjectionFailure) => {
      const { name, version } = projection
      const failure = { name, version, position: Number(position), reason: failureReason(error) }
      failures.set(projection, { ...failure, ...(inBuild ? { inBuild } : {}) })
    },
    has: (projection: AnyProjection): boolean => failures.has(projection),
  }
}

/**
 * The projections of this node that threw. A fed view stays stopped until the node restarts, another node passes the event,
 * or the view is built anew: a build does not depend on the documents that serve. A build stays stopped until it is
 * requested again.
 */
export const failedViews = () => {
  const fed = failuresOf(false)
  const built = failuresOf(true)
  return {
    fed: {
      add: fed.add,
      has: fed.has,
      /** Whether documents that include the failing event serve now; the view then resumes. */
      passed: (projection: AnyProjection, checkpoint: number): boolean => {
        const failure = fed.failures.get(projection)
        return failure !== undefined && checkpoint >= failure.position && fed.failures.delete(projection)
      },
    },
    built: {
      add: built.add,
      has: built.has,
      forget: (projection: AnyProjection): void => void built.failures.delete(projection),
    },
    has: (projection: AnyProjection): boolean => fed.has(projection) || built.has(projection),
    list: (): readonly FailedView[] => [...new Map([...fed.failures, ...built.failures]).values()],
  }
}
export type FailedViews = ReturnType<typeof failedViews>
