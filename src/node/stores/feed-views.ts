import type { AnyProjection } from '../../engine/read/projection.ts'
import { type ProjectionRunner, runProjections, unbounded } from '../../engine/read/run-projections.ts'
import type { EventLog } from '../../ports/event-log.ts'
import type { Feeding, ReadModels } from '../../ports/read-models.ts'
import { begunAnew } from './begun-anew.ts'
import { type BuildPermit, buildsOfTurns } from './builds-of-turns.ts'

type Parts = {
  readonly log: EventLog
  readonly readModels: ReadModels
  /** The views to feed. */
  views(): readonly AnyProjection[]
  /** Builds those that have no documents. */
  buildMissing(permit: BuildPermit): Promise<void>
  onError(error: unknown, projection?: AnyProjection): void
}

/** Feeds views during the turns of this node: it builds missing ones first, then subscribes all of them to the log. */
export const viewFeeder = ({ log, readModels, views, buildMissing, onError }: Parts) => {
  let again = async () => {}
  const bound = unbounded()
  const builds = buildsOfTurns(permit =>
    buildMissing(permit).catch(error => {
      if (!permit.signal.aborted) onError(error)
    }),
  )
  return {
    feed: (feeding: Feeding, turn: number): Pick<ProjectionRunner, 'stop'> => {
      const over = Promise.withResolvers<void>()
      const ready = Promise.race([builds.begin(turn), over.promise])
      const runner = begunAnew(ready, () => runProjections(log, readModels, views(), onError, feeding, bound))
      again = runner.again
      return {
        stop: () => {
          builds.over()
          over.resolve()
          return runner.stop()
        },
      }
    },
    /** Feeds the views from their stored positions again, if this node feeds. */
    again: () => again(),
    /** Another node feeds the views. */
    fedElsewhere: builds.fedElsewhere,
    /** Ends the build of views, so that another node can resume it; before the turn ends. */
    close: builds.close,
  }
}
