import { digestOf } from '../../domain/shared/digest.ts'

/** What an index holds: the rows by a column, or the values of a column, each with the brands that it occurs with. */
export type IndexKind =
  | { readonly of: 'keys'; readonly column: number }
  | { readonly of: 'values'; readonly column: number; readonly brandColumn: number | undefined }

/** Increase the version of a kind when indexes of the same rows would get other contents. */
const indexVersions: Readonly<Record<IndexKind['of'], number>> = { keys: 2, values: 3 }

/** The name of an index, which follows from the rows and the kind. */
export const indexName = (digest: string, kind: IndexKind): string =>
  digestOf({ indexVersion: indexVersions[kind.of], digest, ...kind })
