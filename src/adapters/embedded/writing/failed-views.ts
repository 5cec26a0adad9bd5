import type { ProjectionFailure } from '../../../engine/read/fold-batch.ts'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import { DocumentUnreadable } from '../../../ports/store-away.ts'

/** A stopped view: the position where its projection threw, and the reason (without event data). */
export type FailedView = {
  readonly name: string
  readonly version: number
  readonly position: bigint
  readonly reason: string
  /** It was being built, not fed. */
  readonly inBuild?: true
}

/** A SyntaxError quotes the unreadable text, which may contain anything. */
const reasonOf = (error: unknown): string => {
  if (error instanceof SyntaxError) return 'SyntaxError'
  if (error instanceof DocumentUnreadable) return error.reason
  return error instanceof Error ? `${error.name}: ${error.message}` : 'a non-Error value was thrown'
}

const failuresOf = (inBuild: boolean) => {
  const failures = new Map<AnyProjection, FailedView>()
  return {
    failures,
    add: ({ projection, position, error }: ProjectionFailure) => {
      const { name, version } = projection
      failures.set(projection, { name, version, position, reason: reasonOf(error), ...(inBuild ? { inBuild } : {}) })
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
        return failure !== undefined && BigInt(checkpoint) >= failure.position && fed.failures.delete(projection)
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
