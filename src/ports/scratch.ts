import type { Change } from './read-models.ts'

/**
 * Documents that are put aside on disk for one piece of work and are gone with it, so that memory stays as it is however many
 * there are. All calls are synchronous.
 */
export type Scratch = {
  /** Those of the documents that are there, as JSON text. */
  load(view: string, ids: readonly string[]): readonly { readonly id: string; readonly json: string }[]
  /** Keeps documents, or drops those without text. */
  write(view: string, changes: readonly Change[]): void
  /** Takes a document out and answers its JSON text; undefined: it is not there. */
  take(view: string, id: string): string | undefined
  /** Ids that were not taken out. */
  left(view: string): Iterable<string>
  close(): void
}
