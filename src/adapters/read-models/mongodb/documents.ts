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

/**
 * The state of a view that is not fed together with others: new, rebuilt, stopped, or of another release. While a feed
 * has it as a member, the feed says where its documents are and what they reflect.
 */
export type ViewRow = {
  /** `name/version`; `name/version/next` while it is built. */
  readonly _id: string
  /** The collection of its documents. */
  readonly collection: string
  /** The paths whose values are stored with the JSON text, and `{ set: path }` for the names of a set, as of the collection's creation; each as JSON. */
  readonly paths: readonly string[]
  readonly checkpoint: bigint
}

/** Where the documents of a view are that is fed together with others. */
export type Member = Pick<ViewRow, 'collection' | 'paths'>

/**
 * The views of a release that are fed together: who feeds them, and the one position that all of them reflect. Its `_id`
 * names the set of views.
 */
export type FeedRow = {
  readonly _id: string
  /** Random; tells a feed that was made again from the one before. */
  readonly made: string
  /** The node that feeds; null if the lease was given back. */
  readonly holder: string | null
  /** Increases with each holder. A write of an earlier one changes nothing. */
  readonly turn: number
  /** Increases while the holder is alive. */
  readonly beat: number
  readonly position: Position
  /** The event that the feed was moved to last; absent until the first one, or if an older release moved it. */
  readonly last?: Pick<Recorded, 'stream' | 'revision' | 'id'>
  /** Increases when another process replaces the documents of a member. */
  readonly swaps: number
  /** The rebuild that the holder waits for; null or absent: it waits for none. */
  readonly waitsFor?: string | null
  /** The turn and beat that nodes of another release have found it at, and since when. */
  readonly rests?: { readonly turn: number; readonly beat: number; readonly since: Date }
  /** By `memberKey`. */
  readonly members: Readonly<Record<string, Member>>
  /** The position of the last change of each member, by `memberKey`; absent until the first one. */
  readonly moved: Readonly<Record<string, Position>>
}

/** The collections of documents that feeds have. */
export const collectionsIn = (feeds: readonly FeedRow[]): readonly string[] =>
  feeds.flatMap(({ members }) => Object.values(members).map(({ collection }) => collection))

/** A collection that is used no more, and since when. */
export type RetiredRow = { readonly _id: string; readonly at: Date }

export type Collections = {
  readonly views: Collection<ViewRow>
  readonly feeds: Collection<FeedRow>
  readonly retired: Collection<RetiredRow>
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
  views: db.collection<ViewRow>('views'),
  feeds: feedDb.collection<FeedRow>('feeds'),
  retired: db.collection<RetiredRow>('retired'),
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
