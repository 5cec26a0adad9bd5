import type { ProjectionFailure } from '../../../engine/read/fold-batch.ts'
import type { AnyProjection } from '../../../engine/read/projection.ts'

/** A view that is not fed any more, where its projection threw, and why (no data of events in it). */
export type FailedView = {
  readonly name: string
  readonly version: number
  readonly position: bigint
  readonly reason: string
}

/** A SyntaxError quotes the text that it could not read, which may hold anything. */
const reasonOf = (error: unknown): string => {
  if (error instanceof SyntaxError) return 'SyntaxError'
  return error instanceof Error ? `${error.name}: ${error.message}` : 'a value was thrown that is no Error'
}

/** The projections of this node that threw. A view stays out until the node starts again or another one got past it. */
export const failedViews = () => {
  const failed = new Map<AnyProjection, FailedView>()
  return {
    add: ({ projection, position, error }: ProjectionFailure) => {
      const { name, version } = projection
      failed.set(projection, { name, version, position, reason: reasonOf(error) })
    },
    has: (projection: AnyProjection): boolean => failed.has(projection),
    /** Another node fed the view beyond the event that was too much for us. */
    passed: (projection: AnyProjection, checkpoint: number): boolean => {
      const failure = failed.get(projection)
      return failure !== undefined && BigInt(checkpoint) >= failure.position && failed.delete(projection)
    },
    list: (): readonly FailedView[] => [...failed.values()],
  }
}
export type FailedViews = ReturnType<typeof failedViews>
