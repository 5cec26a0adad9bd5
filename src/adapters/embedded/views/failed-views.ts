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

/** The views of this node that stopped because their projection threw, while they were fed or while they were built. */
const failures = (inBuild: boolean) => {
  const failed = new Map<AnyProjection, FailedView>()
  return {
    failed,
    has: (projection: AnyProjection): boolean => failed.has(projection),
    add: ({ projection, position, error }: ProjectionFailure): void => {
      const { name, version } = projection
      const failure = { name, version, position: Number(position), reason: failureReason(error) }
      failed.set(projection, inBuild ? { ...failure, inBuild } : failure)
    },
    forget: (projection: AnyProjection): void => void failed.delete(projection),
    /** Forgets a failure when documents that include its event serve now: another node passed it, or the view was built anew. */
    passed: (projection: AnyProjection, checkpoint: number): void => {
      const failure = failed.get(projection)
      if (failure && checkpoint >= failure.position) failed.delete(projection)
    },
  }
}

/** A fed view stays stopped until the node restarts or its event is passed, a build until it is requested again. */
export const failedViews = () => {
  const [fed, built] = [failures(false), failures(true)]
  return {
    fed,
    built,
    has: (projection: AnyProjection): boolean => fed.has(projection) || built.has(projection),
    list: (): readonly FailedView[] => [...new Map([...fed.failed, ...built.failed]).values()],
  }
}
export type FailedViews = ReturnType<typeof failedViews>
