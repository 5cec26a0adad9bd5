import { cut } from '../../domain/shared/cut.ts'
import { BlobsUnavailable } from '../../ports/blobs.ts'
import { RendererUnavailable } from '../../ports/renderer.ts'
import { StoreAway } from '../../ports/store-away.ts'

/** An attempt at an item failed for a reason that is meant for people: it is recorded, and customers read it. */
export class AttemptFailed extends Error {
  override readonly name: string = 'AttemptFailed'
}

const longestReason = 500

const outage = (error: unknown): string => {
  if (error instanceof RendererUnavailable) return 'The renderer is not available'
  if (error instanceof StoreAway || error instanceof BlobsUnavailable) return 'A store of the service is not available'
  return 'An internal error'
}

/**
 * The reason of a failed attempt as events have it, at most 500 characters (JOBS-3). The text of other errors than
 * AttemptFailed is only logged: it may name files and hosts. `trace`: of the item, if it has one.
 */
export const reasonOf = (error: unknown, trace: string | undefined): string =>
  error instanceof AttemptFailed
    ? cut(error.message, longestReason)
    : `${outage(error)}; the operator finds it in the log by the ${trace === undefined ? 'id of the job' : `trace ${trace}`}.`
