import type { Collection, Db, Filter } from 'mongodb'
import type { Stored } from '../../../ports/read-models.ts'

/**
 * A document as it is stored: its JSON text, sent on as it is, and beside it the values that lists filter and sort by (`f0`, `f1`, …).
 * A tombstone has no text and no values, and the time of the deletion.
 */
export type DocumentRow = {
  readonly _id: string
  readonly position: bigint
  readonly json: string | null
  readonly gone?: Date | null
  readonly [value: FieldName]: string | number | null
}

/** The name of a value beside the text. */
export type FieldName = `f${number}`
export type Criteria = Filter<DocumentRow>

/** A view as it is: the one row that every read and every change looks at. */
export type ViewRow = {
  /** `name/version`; of one that is being built `name/version/next`. */
  readonly _id: string
  /** The collection of its documents. */
  readonly collection: string
  /** Paths whose values stand beside the documents' text, as they were when the collection was made; each as JSON. */
  readonly paths: readonly string[]
  readonly checkpoint: bigint
}

/** A collection that was swapped out, and when. */
export type RetiredRow = { readonly _id: string; readonly at: Date }

export type Collections = {
  readonly views: Collection<ViewRow>
  readonly retired: Collection<RetiredRow>
  documents(collection: string): Collection<DocumentRow>
}

/** The collections of the read models. Whoever waited for a position reads what the primary has acknowledged. */
export const collectionsOf = (db: Db): Collections => ({
  views: db.collection<ViewRow>('views'),
  retired: db.collection<RetiredRow>('retired'),
  documents: collection => db.collection<DocumentRow>(collection),
})

type Live = Pick<DocumentRow, '_id' | 'position' | 'json'>

export const storedOf = ({ _id, json, position }: Live): Stored => ({ id: _id, json: String(json), position })
