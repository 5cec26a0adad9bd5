import type * as t from 'io-ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { ListedBy, ListedByName } from '../../ports/read-models.ts'

/**
 * A read model (ARCH-22): for each event the id of the document that it changes, and the document after it. `evolve`
 * returns undefined to delete the document. Neither may throw or read anything but its arguments. A change of meaning needs
 * a higher `version`: the new version is built beside the old one.
 */
export type Projection<D> = {
  readonly name: string
  readonly version: number
  readonly codec: t.Type<D, unknown>
  /** Paths of the fields that lists filter or sort by. */
  readonly indexes: readonly (readonly string[])[]
  /** Lists that are read page by page: sorted by one field, among the documents that share a value of another field. */
  readonly lists?: readonly ListedBy[]
  readonly listByName?: ListedByName
  /** Categories of the streams that it listens to; it receives no other events. */
  readonly categories: readonly string[]
  /** Each event replaces or deletes its whole document: `evolve` ignores the previous one, so it need not be read. */
  readonly anew?: boolean
  /** Each event makes at most a document of its own, whose id (ASCII) sorts like the position: it is compared while the log is read. */
  readonly inLogOrder?: boolean
  /** The id of each document is the id part of the names of all streams whose events change it, so these can be read alone. */
  readonly byStream?: boolean
  idOf(event: Recorded): string | undefined
  evolve(document: D | undefined, event: Recorded): D | undefined
}

/** Infers the document type of a projection. */
export const projection = <D>(p: Projection<D>): Projection<D> => p

// biome-ignore lint/suspicious/noExplicitAny: a list of projections holds documents of every kind
export type AnyProjection = Projection<any>
