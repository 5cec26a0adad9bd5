import type { AnyProjection } from '../../../engine/read/projection.ts'
import { catchUp } from '../../../engine/read/run-projections.ts'
import type { EventLog, Position } from '../../../ports/event-log.ts'
import { FeedChanged, type Feeding } from '../../../ports/read-models.ts'
import type { Collections, ViewRow } from './documents.ts'
import { fieldsOf } from './feed.ts'
import type { Turn } from './lease.ts'
import { documentsIn, index, insertFeed, memberKey, newFeed, newRow } from './views.ts'
import type { DocumentStore } from './write-documents.ts'

type Parts = {
  readonly collections: Collections
  readonly feedId: string
  readonly store: DocumentStore
  ask<A>(answer: Promise<A>): Promise<A>
  askLong<A>(answer: Promise<A>): Promise<A>
  /** Takes the lease from whoever has it, until it is released: the views are not fed meanwhile. */
  seize(): Promise<{ readonly turn: Turn; release(): Promise<void> }>
}
type Failed = (view: AnyProjection, error: unknown) => void

/**
 * Rebuilds views beside the serving ones (ARCH-25), like views that are fed, only into other documents. An interrupted rebuild is
 * resumed. When they have nearly caught up, this process takes the lease, folds the rest, and puts all of them into service by one
 * change of the feed.
 */
export const rebuilder = ({ collections: { feeds, documents }, feedId, store, ask, askLong, seize }: Parts) => {
  const rows = new Map<string, ViewRow>()
  const of = (view: AnyProjection) => documentsIn(rows.get(memberKey(view))!, 0n)
  const buildKey = (key: string) => `builds.${key}`
  const target: Omit<Feeding, 'caughtUp'> = {
    async positions(views) {
      const read = async () => (await feeds.findOne({ _id: feedId })) ?? insertFeed(feeds, newFeed(feedId, null))
      const feed = await ask(read())
      for (const view of views) {
        const left = feed?.builds[memberKey(view)]
        const fresh = newRow(view)
        rows.set(memberKey(view), left?.paths.join() === fresh.paths.join() ? left : fresh)
      }
      await ask(feeds.updateOne({ _id: feedId }, { $set: fieldsOf(Object.fromEntries(rows), buildKey) }))
      return new Map(views.map(view => [view, rows.get(memberKey(view))!.position!]))
    },
    load: (wanted, most) =>
      store.load(new Map(Array.from(wanted, ([view, ids]) => [view, { of: of(view as AnyProjection), ids }])), most),
    async write({ changes, positions }) {
      const all = Array.from(changes, ([view, list]) => ({ view, to: of(view as AnyProjection), changes: list }))
      await store.write(all)
      const moved = Array.from(positions, ([view, { from, to }]) => ({ key: memberKey(view), from, to }))
      const asKnown = moved.flatMap(({ key, from }) => [
        [`builds.${key}.collection`, rows.get(key)!.collection],
        [`builds.${key}.position`, from],
      ])
      const set = Object.fromEntries(moved.map(({ key, to }) => [`builds.${key}.position`, to]))
      const { matchedCount } = await ask(
        feeds.updateOne({ _id: feedId, ...Object.fromEntries(asKnown) }, { $set: set }),
      )
      if (matchedCount === 0) throw new Error('another process is rebuilding the same views')
    },
  }
  /** Puts the documents into service, while nobody feeds the views. */
  const swap = async (turn: Turn, positions: ReadonlyMap<AnyProjection, Position>): Promise<void> => {
    const feed = await ask(feeds.findOne({ _id: feedId }))
    if (feed?.turn !== turn.number) throw new FeedChanged()
    const built = Array.from(positions, ([view, position]): readonly [string, ViewRow] => {
      const { collection, paths } = rows.get(memberKey(view))!
      const own = position === feed.position ? {} : { position }
      return [memberKey(view), { collection, paths, moved: position, ...own }]
    })
    await ask(
      turn.change(
        {
          $set: fieldsOf(Object.fromEntries(built), key => `views.${key}`),
          $unset: Object.fromEntries(built.map(([key]) => [buildKey(key), true])),
        },
        feed.position,
      ),
    )
  }
  /** `onProgress` receives the position reached and the number of events read; a view that fails is given up, and the others go on. */
  return async (
    log: Pick<EventLog, 'head' | 'readAll'>,
    views: readonly AnyProjection[],
    onProgress: (position: Position, events: number) => void,
    failed: Failed,
  ): Promise<void> => {
    const givenUp: AnyProjection[] = []
    const onFailure = ({ projection, error }: { readonly projection: AnyProjection; readonly error: unknown }) => {
      givenUp.push(projection)
      failed(projection, error)
    }
    let positions = (await target.positions(views)) as ReadonlyMap<AnyProjection, Position>
    const follow = async () => {
      positions = await catchUp(log, target, positions, onFailure, { onProgress })
    }
    await follow()
    for (const view of positions.keys()) await askLong(index(documents(of(view).collection), view, of(view).fields))
    // what was appended meanwhile
    await follow()
    if (givenUp.length > 0) {
      const left = Object.fromEntries(givenUp.map(view => [buildKey(memberKey(view)), true as const]))
      await ask(feeds.updateOne({ _id: feedId }, { $unset: left }))
    }
    if (positions.size === 0) return
    const { turn, release } = await seize()
    try {
      await follow()
      await swap(turn, positions)
    } finally {
      await release()
    }
  }
}
