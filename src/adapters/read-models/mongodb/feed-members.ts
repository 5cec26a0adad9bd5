import type { Position } from '../../../ports/event-log.ts'
import type { ViewRef } from '../../../ports/read-models.ts'
import type { Collections, FeedRow, Member } from './documents.ts'
import { type Generation, type Generations, keyOf, memberKey, ofFeed } from './generations.ts'

type Ask = <A>(answer: Promise<A>, limitMs?: number) => Promise<A>

/** Time limit of creating a collection with its indexes, in milliseconds. */
const createLimit = 10_000

const greatest = (a: Position, b: Position): Position => (a > b ? a : b)
const lowestOf = (all: readonly Generation[]): Position | undefined =>
  all.reduce<Position | undefined>((low, { checkpoint: at }) => (low === undefined || at < low ? at : low), undefined)

/** A generation as a feed has it. */
export const memberOf = ({ collection, fields }: Generation): Member => ({
  collection,
  paths: fields.texts,
})

/** Which views a feed has, when its holder begins. */
export const feedMembers = ({ feeds, views: rows }: Collections, generations: Generations, ask: Ask) => {
  const moveRow = (key: string, collection: string, checkpoint: Position) =>
    ask(rows.updateOne({ _id: key, collection }, { $max: { checkpoint } }))
  /** The documents of views, with the position that they reflect by their row or by any feed; missing ones are created. */
  const found = async (views: readonly ViewRef[]): Promise<readonly Generation[]> => {
    if (views.length === 0) return []
    const all = await ask(feeds.find().toArray())
    const alone = new Map((await ask(generations.readKeys(views.map(keyOf)))).map(g => [g.key, g]))
    const one = async (view: ViewRef): Promise<Generation> => {
      const key = keyOf(view)
      const g = alone.get(key) ?? (await ask(generations.create(view, key, true), createLimit))
      const fed = all.flatMap(feed => ofFeed(feed, key) ?? []).filter(({ collection }) => collection === g.collection)
      const checkpoint = fed.map(f => f.checkpoint).reduce(greatest, g.checkpoint)
      if (checkpoint > g.checkpoint) await moveRow(key, g.collection, checkpoint)
      return { ...g, checkpoint }
    }
    return Promise.all(views.map(one))
  }
  /** Gives members a position of their own again. */
  const part = async ({ members, position }: FeedRow, keys: readonly string[]) => {
    for (const key of keys) await moveRow(key, members[memberKey(key)]!.collection, position)
  }
  /**
   * The members of a feed that feeds exactly these views. Views that are not behind join; a feed without members begins at the
   * lowest position. The others keep a position of their own until they have caught up.
   */
  const joined = async (feed: FeedRow, views: readonly ViewRef[]) => {
    const kept = views.filter(view => ofFeed(feed, keyOf(view)))
    const keys = new Set(kept.map(view => memberKey(keyOf(view))))
    const leaving = Object.keys(feed.members).filter(key => !keys.has(key))
    await part(feed, leaving.map(decodeURIComponent))
    const others = await found(views.filter(view => !kept.includes(view)))
    const position = kept.length > 0 ? feed.position : (lowestOf(others) ?? feed.position)
    const members: Record<string, Member> = {}
    for (const key of keys) members[key] = feed.members[key]!
    for (const g of others) if (g.checkpoint >= position) members[memberKey(g.key)] = memberOf(g)
    const own = new Map(others.map(g => [g.key, g.checkpoint]))
    const positionOf = (view: ViewRef) => (members[memberKey(keyOf(view))] ? position : own.get(keyOf(view))!)
    return { position, members, positions: new Map(views.map(view => [view, positionOf(view)] as const)) }
  }
  return { joined, part }
}
