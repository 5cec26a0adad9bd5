import type { Position } from './event-log.ts'

/** The hash chain of a log after an event: `head` covers the first `events` events, the last of which is at `position`. */
export type ChainLink = {
  readonly position: Position
  readonly events: number
  /** 64 hex digits. */
  readonly head: string
}

/** The hash chain that is kept beside the events of a log (ADR 0077). It has a link at the end of each batch, not for every event. */
export type Chain = {
  /** The latest link; the one before the first event if there is none. */
  last(): Promise<ChainLink>
  /** The links after a position, in order. */
  links(after: Position): AsyncIterable<ChainLink>
}

/** A chain that is written apart from the log. */
export type KeptChain = Chain & {
  /** Keeps a link. A link that is kept already stays as it is: whoever computes it gets the same. */
  keep(link: ChainLink): Promise<void>
}
