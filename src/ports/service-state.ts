/** A view as an operator sees it. Positions are numbers: those of both logs are below 2^53. */
export type ViewState = {
  readonly name: string
  readonly version: number
  /** How many positions it is behind the log; of a view that is not built: all of them. */
  readonly lag: number
  /** Why its projection stopped. */
  readonly stopped?: string
  /** How much of the log a build of it has read, from 0 to 1. */
  readonly built?: number
}

/** What a node says of itself every few seconds (JOBS-6). Times are ISO 8601. */
export type NodeState = {
  /** Its name in the events of its jobs. */
  readonly worker: string
  readonly version: string
  readonly startedAt: string
  /** When it said this. */
  readonly seenAt: string
  readonly ready: boolean
  /** Whether it feeds the views: with MongoDB one of the nodes does. */
  readonly feeds: boolean
  /** The ids of the keys in its SECRETS_KEY. */
  readonly secretsKeys: readonly string[]
  /** Bytes of its render cache. */
  readonly cacheBytes?: number
  /** Views that stopped on this node, with the reasons. */
  readonly stopped: Readonly<Record<string, string>>
  /** Views that this node builds, with how much of the log each build has read, from 0 to 1. */
  readonly built: Readonly<Record<string, number>>
}

/** Bytes that the stores take, where they can say so; `blobs` as they were last counted. */
export type StoreSizes = { readonly log?: number; readonly views?: number; readonly blobs?: number }

/** How the stores of the service are, as this process sees them. */
export type ServiceState = {
  views(): Promise<readonly ViewState[]>
  /** Bytes of the stores; a store that cannot say so is left out. */
  sizes(): Promise<StoreSizes>
}
