import { LRUCache } from 'lru-cache'
import { besidesLargest, TooMuchAtOnce } from '../../../engine/read/too-much-at-once.ts'
import { type Batch, type Change, FeedChanged, type Feeding, type ViewRef } from '../../../ports/read-models.ts'
import type { ChangeApplier } from './apply-changes.ts'
import type { Collections, FeedRow } from './documents.ts'
import { feedMembers, memberOf } from './feed-members.ts'
import { type Generation, type Generations, isMember, keyOf, memberKey, ofFeed } from './generations.ts'
import type { KnownViews } from './known-views.ts'
import type { Turn } from './lease.ts'
import { readable } from './readable.ts'
import { feedOfTurn, operationsOfTurn } from './turn.ts'
import { type DocumentWriter, mustFit } from './write-documents.ts'

type Parts = {
  readonly collections: Collections
  readonly generations: Generations
  readonly known: KnownViews
  readonly applier: ChangeApplier
  readonly writer: DocumentWriter
  ask<A>(answer: Promise<A>, limitMs: number): Promise<A>
  /** Notes a document that cannot be read, and throws again. */
  noted(error: unknown): never
  /** Something was written: the readers that wait for it can be answered. */
  learned(): void
}

/** Bytes of text that a feeding node keeps of the documents that it wrote or read last, and what each costs besides its text. */
const cached = { bytes: 32 * 2 ** 20, overhead: 200 }

/**
 * The documents that a node wrote or read last in this turn. They are current while nothing failed: another feeder could only
 * write what follows from the same events.
 */
const documentCache = () => {
  const held = new LRUCache<string, Change>({
    maxSize: cached.bytes,
    sizeCalculation: ({ id, json }) => cached.overhead + id.length + 2 * (json?.length ?? 0),
  })
  const keyOf = (collection: string, id: string) => `${collection}\n${id}`
  return {
    get: (collection: string, id: string): Change | undefined => held.get(keyOf(collection, id)),
    put: (collection: string, changes: Iterable<Change>) => {
      for (const { id, json, position } of changes) held.set(keyOf(collection, id), { id, json, position })
    },
    clear: () => held.clear(),
  }
}

/**
 * Feeds the views of a release together during one turn. A batch first writes its documents, each guarded by its position,
 * then moves the feed, guarded by the turn: a node that has lost its turn, or dies in between, leaves documents ahead of the
 * feed, which follow from the same events.
 */
export const openFeeding = (turn: Turn, parts: Parts): Feeding & { check(): void } => {
  const { collections, generations, known, applier, writer, learned } = parts
  const cache = documentCache()
  /** The feed that the positions of the views are of. */
  let begun: Pick<FeedRow, 'made' | 'swaps' | 'members'> | undefined
  let changed: () => void = () => {}
  const { ask, reading, writing } = operationsOfTurn(turn, parts.ask)

  const { joined, part } = feedMembers(collections, generations, ask)
  const feedRow = feedOfTurn(turn, { collections, generations, ask })
  const { change } = feedRow
  const isAsBegun = (feed: FeedRow | undefined): feed is FeedRow =>
    feed?.turn === turn.number && feed.made === begun?.made && feed.swaps === begun.swaps
  /** The feed as it is known; documents of replaced views must not be folded into new ones. */
  const current = (): FeedRow => {
    const feed = known.feed()
    if (!isAsBegun(feed)) throw new FeedChanged()
    return feed
  }
  /** Has the views begin again when another process has replaced documents, or a write was lost. */
  const check = () => {
    const feed = known.feed()
    if (
      begun &&
      !turn.signal.aborted &&
      (!isAsBegun(feed) || Object.keys(begun.members).some(key => !feed.members[key]))
    )
      changed()
  }
  const begin = async (views: readonly ViewRef[]) => {
    cache.clear()
    const feed = await feedRow.afterRebuild()
    const { position, members, positions } = await joined(feed, views)
    if (!(await change(feed, { position, members, waitsFor: null }))) throw new FeedChanged()
    known.forget()
    await ask(known.learn({ ...feed, position, members }))
    begun = { ...feed, members }
    learned()
    return positions
  }

  const generation = async (view: ViewRef): Promise<Generation> => {
    const g = ofFeed(current(), keyOf(view)) ?? (await ask(generations.readKey(keyOf(view))))
    if (!g) throw new FeedChanged()
    return g
  }
  const latest = async (
    view: ViewRef,
    ids: readonly string[],
    most = Number.POSITIVE_INFINITY,
  ): Promise<readonly Change[]> => {
    const g = await generation(view)
    const held = ids.flatMap(id => cache.get(g.collection, id) ?? [])
    const left = most - besidesLargest(held)
    if (left < 0) throw new TooMuchAtOnce()
    const have = new Set(held.map(({ id }) => id))
    const missing = ids.filter(id => !have.has(id))
    if (missing.length === 0) return held
    const read = readable(view, g, await reading(applier.latestOf(g, missing, left)))
    cache.put(g.collection, read)
    const all = [...held, ...read]
    if (besidesLargest(all) > most) throw new TooMuchAtOnce()
    return all
  }

  /** Views that are behind the feed until they have caught up. */
  const applyAlone = async ({ changes, views, from, to }: Batch) => {
    // they are written at the same time
    const all = [...changes.values()].flat()
    for (const [view, list] of changes) mustFit(view, await generation(view), list)
    await Promise.all(
      views.map(async view => {
        const g = await generation(view)
        const mine = changes.get(view) ?? []
        const at = g.checkpoint === from ? await writing(applier.applyTo(g, mine, to), all) : undefined
        if (at !== to) throw new FeedChanged()
        cache.put(g.collection, mine)
      }),
    )
  }
  const applyTogether = async (feed: FeedRow, { changes, views, ahead, to, last }: Batch) => {
    const changed = [...changes].filter(([, list]) => list.length > 0)
    const joiningViews = views.filter(view => !isMember(feed, view))
    const needed = [...changed.map(([view]) => view), ...joiningViews]
    const of = new Map(await Promise.all(needed.map(async view => [view, await generation(view)] as const)))
    for (const [view, list] of changed) mustFit(view, of.get(view)!, list)
    const written = changed.map(([view, list]) => ({ g: of.get(view)!, changes: applier.ahead(of.get(view)!, list) }))
    await writing(
      writer.writeAll(written),
      written.flatMap(({ changes }) => changes),
    )
    // documents that were ahead have changed too, but the turn that wrote them did not move the feed
    const news = [...changed.map(([view]) => view), ...ahead]
    const moved = Object.fromEntries(news.map(view => [memberKey(keyOf(view)), to]))
    const joining = Object.fromEntries(joiningViews.map(view => [memberKey(keyOf(view)), memberOf(of.get(view)!)]))
    const fields = (name: string, values: object) =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}.${key}`, value]))
    const at = { position: to, ...(last && { last: { stream: last.stream, revision: last.revision, id: last.id } }) }
    if (!(await change(feed, { ...at, ...fields('moved', moved), ...fields('members', joining) })))
      throw new FeedChanged()
    for (const { g, changes } of written) cache.put(g.collection, changes)
    const members = { ...feed.members, ...joining }
    await ask(known.learn({ ...feed, position: to, members, moved: { ...feed.moved, ...moved } }))
    learned()
  }
  const apply = async (batch: Batch): Promise<void> => {
    const feed = current()
    try {
      if (batch.from === feed.position) await applyTogether(feed, batch)
      else await applyAlone(batch)
    } catch (error) {
      cache.clear()
      throw error
    }
  }
  const leave = async (view: ViewRef) => {
    const feed = await feedRow.now()
    if (!ofFeed(feed, keyOf(view))) return
    await part(feed, [keyOf(view)])
    const { [memberKey(keyOf(view))]: _, ...members } = feed.members
    if (!(await change(feed, { members }))) throw new FeedChanged()
    await ask(known.learn({ ...feed, members }))
    if (begun) begun = { ...begun, members }
  }
  return {
    begin,
    latest: (view, ids, most) => latest(view, ids, most).catch(parts.noted),
    apply,
    leave,
    onChanged: listener => {
      changed = listener
    },
    check,
  }
}
