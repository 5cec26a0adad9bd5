import type { Change } from './read-models.ts'

/**
 * Temporary documents on disk for one task, so that memory use does not grow with their number. All calls are
 * synchronous.
 */
export type Scratch = {
  /** The documents that exist, as JSON text. */
  load(view: string, ids: readonly string[]): readonly { readonly id: string; readonly json: string }[]
  /** Stores documents; deletes those without text. */
  write(view: string, changes: Iterable<Change>): void
  /**
   * The first documents of a view after an id, in the order of the UTF-8 bytes of their ids: `limit`, or fewer if they are large together;
   * none: there are no more. `upTo`: the last id that is wanted.
   */
  page(
    view: string,
    after: string,
    limit: number,
    upTo?: string,
  ): readonly { readonly id: string; readonly json: string }[]
  close(): void
}
