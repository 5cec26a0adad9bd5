import type { Clock } from '../../ports/clock.ts'
import type { StoppedView } from './store-set.ts'

/** Callbacks of the stores of a node. */
export type OnStores = {
  readonly onFatal?: (reason: string) => void
  /** A store became unavailable (with the reason), or is available again (undefined). Called once per outage. */
  readonly onAway?: (store: string, reason: string | undefined) => void
  /** The views could not be fed; it is tried again. */
  readonly onError?: (error: unknown) => void
  /** A view stopped because its projection failed, or (undefined) is fed again. */
  readonly onStopped?: (view: string, stopped: Omit<StoppedView, 'name'> | undefined) => void
  /** This node begins to feed the views, or no longer feeds them. */
  readonly onLead?: (leads: boolean) => void
  /** An operation was sent to MongoDB: its command, and the view or collection that it is about. */
  readonly onMongoOperation?: (command: string, on: string) => void
}

/** What else the stores for several nodes are opened with. */
export type ServerHooks = OnStores & {
  readonly clock?: Clock
  /** For a node: read models in MongoDB that are not of this log are dropped and built again (ARCH-25). Tools refuse them. */
  readonly replacesViews?: boolean
}
