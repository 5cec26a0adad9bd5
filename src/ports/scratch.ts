import type { Change } from './read-models.ts'

/**
 * Temporary documents on disk for one task, so that memory use does not grow with their number. All calls are
 * synchronous.
 */
export type Scratch = {
  /** The documents that exist, as JSON text. */
  load(view: string, ids: readonly string[]): readonly { readonly id: string; readonly json: string }[]
  /** Stores documents; deletes those without text. */
  write(view: string, changes: readonly Change[]): void
  /** Removes a document and returns its JSON text; undefined if it does not exist. */
  take(view: string, id: string): string | undefined
  /** Ids of the remaining documents. */
  left(view: string): Iterable<string>
  close(): void
}
