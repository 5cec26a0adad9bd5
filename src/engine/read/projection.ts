import type * as t from 'io-ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { ListedBy } from '../../ports/read-models.ts'

/**
 * A read model (design 4): for each event the id of the document that it concerns, and the document after it. `evolve`
 * answers undefined to delete. Both never throw and read nothing but their arguments. A changed meaning needs a higher
 * `version`: the new one is built beside the old.
 */
export type Projection<D> = {
  readonly name: string
  readonly version: number
  readonly codec: t.Type<D, unknown>
  /** Paths of members that lists filter or sort by. */
  readonly indexes: readonly (readonly string[])[]
  /** Lists that are read page by page: by one member, within all documents of one value of another. */
  readonly lists?: readonly ListedBy[]
  /** Categories of the streams that it listens to; others are never handed in. */
  readonly categories: readonly string[]
  /** Each event says all of its document: `evolve` does not look at what was there, so that it need not be read. */
  readonly anew?: boolean
  idOf(event: Recorded): string | undefined
  evolve(document: D | undefined, event: Recorded): D | undefined
}

/** Keeps the document's type while projections of several kinds stand in one list. */
export const projection = <D>(p: Projection<D>): Projection<D> => p

// biome-ignore lint/suspicious/noExplicitAny: a list of projections holds documents of every kind
export type AnyProjection = Projection<any>
