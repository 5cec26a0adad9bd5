import type { Position } from '../../../ports/event-log.ts'
import type { ViewRef } from '../../../ports/read-models.ts'
import type { FeedRow } from './documents.ts'
import { type Generation, type Generations, isMember, keyOf, memberKey, ofFeed, type ViewName } from './generations.ts'

/** Maximum age of what this node knows before a read asks the server, in milliseconds of our own clock. */
const freshFor = 3_000
/** The same for answers that are kept: a revoked key stops working within 5 s on every node (KEYS-5). */
const keptFor = 1_500

/** Whether a row is older than the one known: an answer may arrive after that of a later operation of the same turn. */
const isOlder = (feed: FeedRow, known: FeedRow): boolean =>
  feed.made === known.made && feed.turn === known.turn && feed.swaps === known.swaps && feed.position < known.position

/** What this node knows of the views that it watches. Reads find their documents here without asking the server. */
export const knownViews = (generations: Generations, views: () => readonly ViewRef[]) => {
  let feed: FeedRow | undefined
  /** Views that the feed does not have. */
  let alone: ReadonlyMap<string, Generation> = new Map()
  let at = Number.NEGATIVE_INFINITY

  /** Takes a row of the feed that was read or written; true if the views outside of it have to be read. */
  const learnFeed = (row: FeedRow | undefined): boolean => {
    if (!row || !feed || !isOlder(row, feed)) feed = row
    const rest = views().some(view => !isMember(feed, view))
    if (!rest) {
      alone = new Map()
      at = performance.now()
    }
    return rest
  }
  /** Reads the rows of the views that the feed does not have, after `learnFeed`. */
  const learnAlone = async () => {
    const outside = views().filter(view => !isMember(feed, view))
    const rows = await generations.readKeys(outside.map(keyOf))
    alone = new Map(rows.map(row => [row.key, row]))
    at = performance.now()
  }
  const learn = async (row: FeedRow | undefined) => {
    if (learnFeed(row)) await learnAlone()
  }
  const refresh = async () => learn(await generations.readFeed())
  const held = (view: ViewName): Generation | undefined => ofFeed(feed, keyOf(view)) ?? alone.get(keyOf(view))
  const checkpoint = (view: ViewName): Position | undefined =>
    isMember(feed, view) ? feed?.position : alone.get(keyOf(view))?.checkpoint
  /** Changes when the documents of a view may have changed; undefined if that is not known. */
  const mark = (view: ViewName): string | undefined => {
    const key = memberKey(keyOf(view))
    const member = feed?.members[key]
    return member && `${member.collection}@${feed?.moved[key] ?? 0n}`
  }
  const heardWithin = (ms: number) => performance.now() - at < ms
  return {
    learn,
    refresh,
    feed: () => feed,
    /** Forgets the feed, because its stored state is older than what was known. */
    forget: () => {
      feed = undefined
    },
    /** The documents of a view; asks the server if this node does not watch it or has not heard for long. */
    of: async (view: ViewName): Promise<Generation | undefined> =>
      (heardWithin(freshFor) ? held(view) : undefined) ?? generations.read(view),
    checkpoint,
    /** Every watched view reflects the log up to here. */
    reflected: (): Position => {
      const all = views().map(view => checkpoint(view) ?? 0n)
      return all.reduce((a, b) => (a < b ? a : b), all[0] ?? 0n)
    },
    mark,
    /** The same, unless this node has not heard of the views for long. */
    freshMark: (view: ViewName): string | undefined => (heardWithin(keptFor) ? mark(view) : undefined),
  }
}
export type KnownViews = ReturnType<typeof knownViews>
