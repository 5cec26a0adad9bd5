import type { AnyProjection } from '../../engine/read/projection.ts'
import type { Chain } from '../../ports/chain.ts'
import type { EventLog, Position } from '../../ports/event-log.ts'
import type { ReadModels } from '../../ports/read-models.ts'
import type { SecretStore } from '../../ports/secret-store.ts'
import type { StoreSizes } from '../../ports/service-state.ts'

/** A view whose projection failed. `position`: of the event that it failed on, where that is known; `inBuild`: while it was built, not fed. */
export type StoppedView = {
  readonly name: string
  readonly reason: string
  readonly position?: number
  readonly inBuild?: boolean
}

/** The state of the stores, for /readyz, metrics and tools. Positions are numbers: those of both logs are below 2^53. */
export type StoreStatus = {
  /** Position of the last event. */
  readonly head: number
  /** Every running view of this node includes the log up to this position. */
  readonly reflected: number
  /** Views that stopped on an error. */
  readonly failedViews: readonly StoppedView[]
  /** Views that are being built or rebuilt, with their progress in log positions. `events`: events read so far, for logs whose positions do not count events. */
  readonly building: readonly {
    readonly name: string
    readonly done: number
    readonly total: number
    readonly events?: number
  }[]
  /** Every view has reached the head that the log had at the start, and none has stopped. */
  readonly ready: boolean
  /** Why the log can no longer be written; undefined while it can. */
  readonly fatal: string | undefined
  /** This node feeds the views; embedded ones are fed by every node that writes. */
  readonly feeding: boolean
  /** Unavailable stores, each with the reason. */
  readonly away: readonly string[]
  /** A store does not say its positions now: `head` or `reflected` is from its last answer. */
  readonly isStale: boolean
}

/** The stores of a node, embedded or on servers. */
export type StoreSet = {
  /** The views of this release, and the operator's own. */
  readonly projections: readonly AnyProjection[]
  readonly log: EventLog
  /** The hash chain over the log. */
  readonly chain: Chain
  readonly readModels: ReadModels
  readonly secretStore: SecretStore
  status(): StoreStatus
  /** The position that each view reflects, stopped ones included; a view that is not built is missing. */
  checkpoints(): Promise<ReadonlyMap<string, Position>>
  sizes(): Promise<StoreSizes>
  /** Rebuilds views beside the serving ones (all, or those with these names); `status().building` has the progress. */
  rebuild(names?: readonly string[]): Promise<void>
  close(): Promise<void>
}
