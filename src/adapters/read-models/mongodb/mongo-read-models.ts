import type { Db } from 'mongodb'
import type { Clock } from '../../../ports/clock.ts'
import type { Position } from '../../../ports/event-log.ts'
import type { Change, Feeding, ReadModels, ViewRef } from '../../../ports/read-models.ts'
import type { OnUnreadable } from '../unreadable-views.ts'
import type { OnCommand } from './counted-db.ts'
import type { Leading, Work } from './leadership.ts'
import type { Rebuild } from './rebuild.ts'

export type MongoOptions = {
  /** A connection string; the database is the one it names, else `endcap`. */
  readonly url: string
  /** The views that `waitFor` waits for; stopped ones may be left out. */
  readonly views: () => readonly ViewRef[]
  /** Called once when the server becomes unavailable, with the reason, and once (undefined) when it recovers. */
  readonly onState?: (problem: string | undefined) => void
  /** All views of this node; default: `views`. */
  readonly allViews?: () => readonly ViewRef[]
  readonly onUnreadable?: OnUnreadable
  readonly clock?: Clock
  readonly onCommand?: OnCommand
  /** This node begins to feed the views, or no longer feeds them. */
  readonly onLead?: (leads: boolean) => void
  /** The views have been behind the log for so long that lists leave the server to those who feed. */
  readonly isLate?: () => boolean
  /** Unique name of this node. */
  readonly node?: string
  /** Another node takes over the feeding of the views after so long without a sign of life, in milliseconds. */
  readonly silenceMs?: number
}

/** Writes of single views. */
export type ViewWrites = {
  /** The stored state of these documents, deleted ones too. */
  latest(view: ViewRef, ids: readonly string[]): Promise<readonly Change[]>
  /** Writes changes and the checkpoint, if that is at `from`. Returns the stored checkpoint. */
  apply(view: ViewRef, changes: readonly Change[], from: Position, checkpoint: Position): Promise<Position>
}

export type MongoReadModels = {
  readonly readModels: ReadModels & ViewWrites
  /** The database, for the other stores (secrets). */
  readonly db: Db
  /**
   * Runs work while this node holds the lease on feeding its views: one node at a time. `start` is called on acquiring it, and its
   * result is stopped on losing it.
   */
  lead(start: (feeding: Feeding) => Work, onError: (error: unknown) => void): Leading
  /** Asks again what this node knows, because the read models that it found were replaced. */
  learnAgain(): Promise<void>
  /** Another node holds the lease, as far as this node knows. */
  isFedElsewhere(): boolean
  /** Resumes or starts a rebuild of a view. Only one process at a time may do this. */
  beginRebuild(view: ViewRef): Promise<Rebuild>
  /** Whether a watched view has documents, as far as this node knows. */
  isBuilt(view: ViewRef): boolean
  /** The position that a watched view reflects, as far as this node knows. */
  checkpoint(view: ViewRef): Position | undefined
  /** Every view reflects the log up to here, as far as this node knows. */
  reflected(): Position
  /** Exchanges volatile rows with other nodes now, besides the exchange every second. Never rejects. */
  exchangeCounters(): Promise<void>
  /** Bytes of documents and indexes of the database; undefined where the server cannot say. */
  bytes(): Promise<number | undefined>
  /** Removes old tombstones and collections now, besides the sweep every ten minutes. */
  sweep(): Promise<void>
  /** Views with documents that cannot be read, each with the reason. */
  unreadable(): readonly string[]
  /** Why the server could not be reached last time; undefined if it could. */
  problem(): string | undefined
}
