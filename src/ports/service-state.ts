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
