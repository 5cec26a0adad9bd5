import type { Collection, Db, Filter } from 'mongodb'
import type { Stored } from '../../../ports/read-models.ts'

/**
 * A stored document: its JSON text, sent to clients unchanged, and the values that lists filter and sort by (`f0`,
 * `f1`, …). A tombstone has no text and no values, but the time of the deletion.
 */
export type DocumentRow = {
  readonly _id: string
  readonly position: bigint
  readonly json: string | null
  readonly gone?: Date | null
  readonly [value: FieldName]: string | number | null
}

/** The field name of such a value. */
export type FieldName = `f${number}`
export type Criteria = Filter<DocumentRow>

/** The current state of a view: the only row that every read and every change consults. */
export type ViewRow = {
  /** `name/version`; `name/version/next` while it is built. */
  readonly _id: string
  /** The collection of its documents. */
  readonly collection: string
  /** The paths whose values are stored with the JSON text, as of the collection's creation; each as JSON. */
  readonly paths: readonly string[]
  readonly checkpoint: bigint
}

/** A replaced collection, and when it was replaced. */
export type RetiredRow = { readonly _id: string; readonly at: Date }

export type Collections = {
  readonly views: Collection<ViewRow>
  readonly retired: Collection<RetiredRow>
  documents(collection: string): Collection<DocumentRow>
}

/** The collections of the read models. Reads after `waitFor` see what the primary has acknowledged. */
export const collectionsOf = (db: Db): Collections => ({
  views: db.collection<ViewRow>('views'),
  retired: db.collection<RetiredRow>('retired'),
  documents: collection => db.collection<DocumentRow>(collection),
})

type Live = Pick<DocumentRow, '_id' | 'position' | 'json'>

export const storedOf = ({ _id, json, position }: Live): Stored => ({ id: _id, json: String(json), position })
