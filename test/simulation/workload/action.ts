import type { Request } from '../node.ts'
import type { Random } from '../random.ts'

/** A request that changes something, and what it may append. */
export type Action = {
  readonly operationId: string
  readonly request: Request
  /** Its body holds the marker, and the event of this type that it appends holds it too. */
  readonly appends?: {
    readonly type: string
    /** Whether an accepted request always appends it, because no other one is like it. */
    readonly always: boolean
    /** Default: any stream. */
    readonly stream?: string
  }
  /** The revision in If-Match. */
  readonly ifMatch?: number
  /** A GET of the same object, whose ETag is at least that of the answer. */
  readonly read?: string
}

/** What clients know of the service: ids from answers, links from mails. */
export type Known = {
  readonly account: string
  readonly org: string
  readonly campaigns: string[]
  readonly channels: string[]
  readonly classic: string[]
  readonly keys: string[]
  readonly clouds: string[]
  readonly copies: string[]
  /** Revisions by path, from ETags. */
  readonly revisions: Map<string, number>
  /** Paths of approval pages that nobody has used yet. */
  readonly links: string[]
}

/** `marker`: a text that no other request holds. Undefined: the action is not possible now. */
export type Make = (known: Known, marker: string, random: Random) => Action | undefined
