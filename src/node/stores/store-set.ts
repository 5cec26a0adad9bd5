import type { EventLog } from '../../ports/event-log.ts'
import type { ReadModels } from '../../ports/read-models.ts'
import type { SecretStore } from '../../ports/secret-store.ts'

/** How the stores are, for /readyz, metrics and tools. Positions are numbers here: those of both logs are below 2^53. */
export type StoreStatus = {
  /** Position of the last event. */
  readonly head: number
  /** Every view of this node that is not stopped reflects the log up to here. */
  readonly reflected: number
  readonly failedViews: readonly { readonly name: string; readonly reason?: string }[]
  /** Views that do not serve yet, or are built anew, in positions of the log; `events`: read for it, where positions do not count them. */
  readonly building: readonly {
    readonly name: string
    readonly done: number
    readonly total: number
    readonly events?: number
  }[]
  /** Every view reflects the head that the log had at the start, and none is stopped. */
  readonly ready: boolean
  /** Why nothing can be appended any more; undefined as long as it can. */
  readonly fatal: string | undefined
  /** Stores that do not answer now, each with the reason. */
  readonly away: readonly string[]
}

/** The stores of a node, wherever they are. */
export type StoreSet = {
  readonly log: EventLog
  readonly readModels: ReadModels
  readonly secretStore: SecretStore
  status(): StoreStatus
  /** Builds views anew beside the serving ones (all, or those of these names); `status().building` says how far it is. */
  rebuild(names?: readonly string[]): Promise<void>
  close(): Promise<void>
}
