import type { AnyProjection } from '../../engine/read/projection.ts'
import { type ProjectionRunner, runProjections } from '../../engine/read/run-projections.ts'
import type { EventLog } from '../../ports/event-log.ts'
import type { Feeding } from '../../ports/read-models.ts'

type Parts = {
  readonly log: EventLog
  /** The views to feed. */
  views(): readonly AnyProjection[]
  /** Builds those that have no documents, until the signal aborts. */
  buildMissing(signal: AbortSignal): Promise<void>
  onError(error: unknown, projection?: AnyProjection): void
}

/**
 * Feeds views during the turns of this node: it builds missing ones first, then subscribes all of them to the log. A build outlasts a turn
 * that is lost, since turns may be shorter than a reading of the log; it ends when another node feeds. Two builders do no harm: each
 * write names the position that it begins at.
 */
export const viewFeeder = ({ log, views, buildMissing, onError }: Parts) => {
  let runner: ProjectionRunner | undefined
  let building: { readonly halt: AbortController; readonly built: Promise<void> } | undefined
  let isInTurn = false
  let isClosed = false

  const build = (): Promise<void> => {
    const halt = new AbortController()
    const built = buildMissing(halt.signal)
      .catch(error => {
        if (!halt.signal.aborted) onError(error)
      })
      .finally(() => {
        building = undefined
      })
    building = { halt, built }
    return built
  }
  return {
    feed: (feeding: Feeding): Pick<ProjectionRunner, 'stop'> => {
      let isOver = false
      isInTurn = true
      const begin = async () => {
        await building?.built
        if (isOver || isClosed) return
        await build()
        if (isOver || isClosed) return
        runner = runProjections(log, feeding, views(), onError)
      }
      void begin()
      return {
        stop: async () => {
          isOver = true
          isInTurn = false
          const stopped = runner?.stop()
          runner = undefined
          await stopped
        },
      }
    },
    /** Feeds the views from their stored positions again, if this node feeds. */
    again: (): void => runner?.again(views()),
    /** Another node feeds the views, and so builds them. */
    fedElsewhere: (): void => {
      if (!isInTurn) building?.halt.abort()
    },
    /** Ends the build of views, so that another node can resume it, and begins none; before the turn ends. */
    close: async (): Promise<void> => {
      isClosed = true
      building?.halt.abort()
      await building?.built
    },
  }
}
