import type { Position } from './event-log.ts'

/** The hash chain of a log after an event: `head` covers the first `events` events, the last of which is at `position`. */
export type ChainLink = {
  readonly position: Position
  readonly events: number
  /** 64 hex digits. */
  readonly head: string
}

/** Events whose links were removed, and computed anew from the events as they were then. */
export type ChainGap = {
  /** Where the chain ended: the position of its last link, and how many events that covers. */
  readonly after: Position
  readonly events: number
  /** The position of the last event that the log had then. */
  readonly until: Position
  /** How many events the chain is known to have had; 0 if that was removed, too. */
  readonly had: number
  /** When it was found; ISO 8601. */
  readonly at: string
}

/** The hash chain that is kept beside the events of a log (ADR 0077). It has a link at the end of each batch, not for every event. */
export type Chain = {
  /** The latest link; the one before the first event if there is none. */
  last(): Promise<ChainLink>
  /** The links after a position, in order. */
  links(after: Position): AsyncIterable<ChainLink>
  /** What it lacked when it was opened, or while it was kept; in order. */
  gaps(): Promise<readonly ChainGap[]>
}

/** A chain that is written apart from the log. */
export type KeptChain = Chain & {
  /** Keeps a link. A link that is kept already stays as it is: whoever computes it gets the same. */
  keep(link: ChainLink): Promise<void>
  /** Records links that were removed, before the chain is continued. `head`: the last event of the log. */
  look(head: Position): Promise<void>
}
