import type { ProjectionFailure } from '../../../engine/read/fold-batch.ts'
import type { AnyProjection } from '../../../engine/read/projection.ts'

/** A stopped view: the position where its projection threw, and the reason (without event data). */
export type FailedView = {
  readonly name: string
  readonly version: number
  readonly position: bigint
  readonly reason: string
}

/** A SyntaxError quotes the unreadable text, which may contain anything. */
const reasonOf = (error: unknown): string => {
  if (error instanceof SyntaxError) return 'SyntaxError'
  return error instanceof Error ? `${error.name}: ${error.message}` : 'a non-Error value was thrown'
}

/**
 * The projections of this node that threw. A view stays stopped until the node restarts or another node passes the
 * event.
 */
export const failedViews = () => {
  const failed = new Map<AnyProjection, FailedView>()
  return {
    add: ({ projection, position, error }: ProjectionFailure) => {
      const { name, version } = projection
      failed.set(projection, { name, version, position, reason: reasonOf(error) })
    },
    has: (projection: AnyProjection): boolean => failed.has(projection),
    /** Whether another node fed the view past the failing event; the view then resumes. */
    passed: (projection: AnyProjection, checkpoint: number): boolean => {
      const failure = failed.get(projection)
      return failure !== undefined && BigInt(checkpoint) >= failure.position && failed.delete(projection)
    },
    list: (): readonly FailedView[] => [...failed.values()],
  }
}
export type FailedViews = ReturnType<typeof failedViews>
