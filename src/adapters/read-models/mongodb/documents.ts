import type { Collection, Db, Filter } from 'mongodb'
import type { Position, Recorded } from '../../../ports/event-log.ts'
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
  /** The names in its set, if its view has lists by them. */
  readonly names?: readonly string[]
}

/** The field name of such a value. */
export type FieldName = `f${number}`
export type Criteria = Filter<DocumentRow>

/** Where the documents of a view are, and what they reflect. */
export type ViewRow = {
  readonly collection: string
  /** The paths whose values are stored with the JSON text, and `{ set: path }` for the names of a set, as of the collection's creation; each as JSON. */
  readonly paths: readonly string[]
  /** What a view reflects that does not move with the others: it is new, behind, stopped, or being built. */
  readonly position?: Position
  /** The position of the last change; absent until the first one. */
  readonly moved?: Position
  /** Its indexes are missing until it has caught up with the log. */
  readonly bare?: boolean
}

/** The views of a release: who feeds them, and the position that they reflect. Its `_id` names the set of views. */
export type FeedRow = {
  readonly _id: string
  /** The node that feeds; null if the lease was given back. */
  readonly holder: string | null
  /** The fencing number: it increases with each holder, and a write of an earlier one changes nothing. */
  readonly turn: number
  /** Increases while the holder is alive. */
  readonly beat: number
  /** When it did so last. */
  readonly fedAt: Date
  readonly position: Position
  /** The event that the feed was moved to last; absent until the first one. */
  readonly last?: Pick<Recorded, 'stream' | 'revision' | 'id'>
  /** By `memberKey`: the views that serve, and those that are built to replace them. */
  readonly views: Readonly<Record<string, ViewRow>>
  readonly builds: Readonly<Record<string, ViewRow>>
}

/** The collections of documents that feeds name. */
export const collectionsIn = (feeds: readonly FeedRow[]): readonly string[] =>
  feeds.flatMap(({ views, builds }) => [...Object.values(views), ...Object.values(builds)].map(row => row.collection))

export type Collections = {
  readonly feeds: Collection<FeedRow>
  documents(collection: string): Collection<DocumentRow>
  /** The names of all collections of documents of views. */
  names(): Promise<readonly string[]>
}

/** The name of a collection of documents: view, version, and a random part. */
const ofView = /^view\..+\.\d+\.[0-9a-f]{12}$/

/**
 * The collections of the read models. Reads after `waitFor` see what the primary has acknowledged. `feedDb`: the same
 * database through connections of its own, so that a lease never waits behind other operations.
 */
export const collectionsOf = (db: Db, feedDb: Db = db): Collections => ({
  feeds: feedDb.collection<FeedRow>('feeds'),
  documents: collection => db.collection<DocumentRow>(collection),
  names: async () =>
    (await db.listCollections({}, { nameOnly: true }).toArray())
      .map(({ name }) => name)
      .filter(name => ofView.test(name)),
})

/** Options of a read of so many documents at most: they come in one answer, where the server would send the first 101. */
export const inOneBatch = (count: number) => ({ batchSize: count + 1 })

type Live = Pick<DocumentRow, '_id' | 'position' | 'json'>

export const storedOf = ({ _id, json, position }: Live): Stored => ({ id: _id, json: String(json), position })
