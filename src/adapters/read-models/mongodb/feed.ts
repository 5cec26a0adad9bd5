import type { Position } from '../../../ports/event-log.ts'
import { FeedChanged, type Feeding, type ViewRef } from '../../../ports/read-models.ts'
import type { Collections, FeedRow, ViewRow } from './documents.ts'
import type { Turn } from './lease.ts'
import { type Documents, index, memberKey, newRow, servingIn } from './views.ts'
import type { DocumentStore } from './write-documents.ts'

type Parts = {
  readonly collections: Collections
  readonly feedId: string
  readonly store: DocumentStore
  /** Bound a small operation, and one that makes an index. */
  ask<A>(answer: Promise<A>): Promise<A>
  askLong<A>(answer: Promise<A>): Promise<A>
  /** The feed was changed: the readers that wait for it can be answered. */
  learn(feed: FeedRow): void
}

/** Awaits answers until a turn ends; then they reject with FeedChanged. */
export const until = ({ signal }: Turn) => {
  const pending = new Set<(error: FeedChanged) => void>()
  const end = () => {
    for (const reject of pending) reject(new FeedChanged())
  }
  signal.addEventListener('abort', end, { once: true })
  return <A>(answer: Promise<A>): Promise<A> => {
    const over = Promise.withResolvers<never>()
    pending.add(over.reject)
    if (signal.aborted) over.reject(new FeedChanged())
    return Promise.race([answer, over.promise]).finally(() => pending.delete(over.reject))
  }
}

/** Members of one field of a feed, as an update names them. */
export const fieldsOf = (values: Readonly<Record<string, unknown>>, name: (key: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [name(key), value]))

/**
 * Feeds the views of a release during one turn. What a batch changes is written first, each document guarded by its position, then
 * the feed is moved, guarded by the turn: a node that has lost its turn, or dies in between, leaves documents ahead of the
 * feed, which follow from the same events.
 */
export const openFeeding = (turn: Turn, { collections, feedId, store, ask, askLong, learn }: Parts): Feeding => {
  const { feeds, documents } = collections
  const inTurn = until(turn)
  let feed: FeedRow
  let fed: readonly ViewRef[] = []
  const change = async (update: Parameters<Turn['change']>[0], changed: Partial<FeedRow>) => {
    await inTurn(ask(turn.change(update, feed.position)))
    feed = { ...feed, ...changed }
    learn(feed)
  }
  const of = (view: ViewRef): Documents => servingIn(feed, view)!
  /** Where the documents of a view are that the feed does not have: where another release has them, else in a new collection. */
  const found = (others: readonly FeedRow[], view: ViewRef): ViewRow => {
    const rows = others.flatMap(({ views, position }) => {
      const row = views[memberKey(view)]
      return row ? [{ ...row, position: row.position ?? position }] : []
    })
    const [best] = rows.sort((a, b) => Number(b.position - a.position))
    return best ?? newRow(view)
  }
  return {
    async positions(views) {
      const all = await inTurn(ask(feeds.find().toArray()))
      const mine = all.find(({ _id, turn: number }) => _id === feedId && number === turn.number)
      if (!mine) throw new FeedChanged()
      feed = mine
      fed = views
      const missing = views.filter(view => feed.views[memberKey(view)] === undefined)
      const added = Object.fromEntries(missing.map(view => [memberKey(view), found(all, view)]))
      if (missing.length > 0)
        await change({ $set: fieldsOf(added, key => `views.${key}`) }, { views: { ...feed.views, ...added } })
      learn(feed)
      return new Map(views.map(view => [view, of(view).position]))
    },
    load: (wanted, most) =>
      inTurn(store.load(new Map(Array.from(wanted, ([view, ids]) => [view, { of: of(view), ids }])), most)),
    async write({ changes, positions, last }) {
      await inTurn(store.write(Array.from(changes, ([view, list]) => ({ view, to: of(view), changes: list }))))
      const moving = new Map(Array.from(positions, ([view, { to }]) => [memberKey(view), to]))
      const changed = new Set([...changes.keys()].map(memberKey))
      const to = [...moving.values()].reduce((a, b) => (a > b ? a : b), 0n)
      // the views that move together have the position of the feed; one that is left behind keeps the one that it had
      const together = Object.keys(feed.views).filter(key => feed.views[key]?.position === undefined)
      const position = together.length === 0 || together.some(key => moving.has(key)) ? to : feed.position
      const ownOf = (key: string): Position | undefined => {
        const own = moving.get(key) ?? feed.views[key]?.position ?? feed.position
        return own === position ? undefined : own
      }
      const views: Record<string, ViewRow> = {}
      const [set, unset]: [Record<string, unknown>, Record<string, true>] = [{}, {}]
      for (const [key, { position: before, ...row }] of Object.entries(feed.views)) {
        const own = ownOf(key)
        views[key] = { ...row, ...(own !== undefined && { position: own }), ...(changed.has(key) && { moved: to }) }
        if (changed.has(key)) set[`views.${key}.moved`] = to
        if (own === before) continue
        if (own === undefined) unset[`views.${key}.position`] = true
        else set[`views.${key}.position`] = own
      }
      const event = last && { last: { stream: last.stream, revision: last.revision, id: last.id } }
      await change(
        { $set: { position, ...event, ...set }, ...(Object.keys(unset).length > 0 && { $unset: unset }) },
        { position, ...event, views },
      )
    },
    async caughtUp() {
      const bare = fed.filter(view => feed.views[memberKey(view)]?.bare)
      for (const view of bare) {
        await inTurn(askLong(index(documents(of(view).collection), view, of(view).fields)))
        const { bare: _, ...row } = feed.views[memberKey(view)]!
        // each is noted, so that the node shows life in between, and the next one goes on from here
        const views = { ...feed.views, [memberKey(view)]: row }
        await change({ $unset: { [`views.${memberKey(view)}.bare`]: true } }, { views })
      }
    },
  }
}
