import type { AnyProjection } from '../../engine/read/projection.ts'
import { type ProjectionRunner, runProjections } from '../../engine/read/run-projections.ts'
import type { EventLog } from '../../ports/event-log.ts'
import type { Feeding, ReadModels } from '../../ports/read-models.ts'
import { begunAnew } from './begun-anew.ts'

type Parts = {
  readonly log: EventLog
  readonly readModels: ReadModels
  /** The views to feed. */
  views(): readonly AnyProjection[]
  /** Builds those that have no documents. */
  buildMissing(signal: AbortSignal): Promise<void>
  onError(error: unknown, projection?: AnyProjection): void
}

/** Feeds views while this node has its turn: it builds missing ones first, then subscribes all of them to the log. */
export const viewFeeder = ({ log, readModels, views, buildMissing, onError }: Parts) => {
  let again = async () => {}
  return {
    feed: (feeding: Feeding): Pick<ProjectionRunner, 'stop'> => {
      const halt = new AbortController()
      const built = buildMissing(halt.signal).catch(onError)
      const runner = begunAnew(built, () => runProjections(log, readModels, views(), onError, feeding))
      again = runner.again
      return {
        stop: async () => {
          halt.abort()
          await runner.stop()
        },
      }
    },
    /** Feeds the views from their stored positions again, if this node feeds. */
    again: () => again(),
  }
}
