import { type Fold, foldBatch, foldNow, openFold } from '../../../engine/read/fold-batch.ts'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import { listensTo, route } from '../../../engine/read/route.ts'
import type { Batch } from '../../event-log/sqlite/append-batch.ts'
import { recordedOf } from '../../event-log/sqlite/event-row.ts'
import type { LogReader } from '../../event-log/sqlite/read-log.ts'
import type { Generation } from '../../read-models/sqlite/generations.ts'
import type { ViewStores } from '../../read-models/sqlite/view-store.ts'
import type { FailedViews } from './failed-views.ts'

/** A view that was further behind than this many positions before a commit catches up in the background, not before its appends are answered. */
export const nearness = 5_000
/** Events that are read and folded at a time: those of a larger page would be copied by the garbage collector meanwhile. */
export const pageOf = { rows: 250, enough: 1_000_000 }
/** None are kept between two commits: they would grow old in the heap, and few are asked for again. */
const cache = { characters: 0, documents: 0 }

/** The log head, and the position that every view of this node reflects; `moved`: something was written. */
export type Progress = { readonly head: number; readonly reflected: number; readonly moved: boolean }

/** What feeding and building work on. */
export type Parts = ViewStores & {
  readonly log: LogReader
  /** Notes the event at the head of the log (`headNotes`). */
  readonly noteHead: (head: number, id?: string) => void
  readonly failed: FailedViews
}

type Near = ReadonlyMap<AnyProjection, Generation>

/**
 * Returns a function that brings this node's views up to the log head. In its write transaction it reads the
 * checkpoints first and continues from there: with the batch just committed if nothing else is missing, otherwise from
 * the log. Any process may do this, and none repeats it. Throws if the views cannot be written.
 */
export const viewFeeder = (projections: readonly AnyProjection[], parts: Parts) => {
  const { log, noteHead, write, table, serving, failed } = parts
  const listened = listensTo(projections)
  const sort = route(projections)
  /** The fold of the last commit, with the generations that it was into. */
  let last: { readonly fold: Fold; readonly ids: ReadonlyMap<AnyProjection, number> } | undefined

  /** The views fed before an append is answered: built, not stopped, and not far behind a position. */
  const nearViews = (position: number): Near => {
    const near = new Map<AnyProjection, Generation>()
    for (const projection of projections) {
      const generation = table.of(projection).serving
      if (!generation) continue
      failed.fed.passed(projection, generation.checkpoint)
      if (!failed.fed.has(projection) && position - generation.checkpoint <= nearness) near.set(projection, generation)
    }
    return near
  }
  /** A fold goes on while no other process, and no build, has moved or replaced its views. */
  const foldOf = (near: Near): Fold => {
    const known = last
    const isSame = ([view, { id, checkpoint }]: [AnyProjection, Generation]) =>
      known?.ids.get(view) === id && known.fold.views.get(view)?.position() === BigInt(checkpoint)
    if (known?.fold.views.size === near.size && near.entries().every(isSame)) return known.fold
    const positions = new Map(Array.from(near, ([view, { checkpoint }]) => [view, BigInt(checkpoint)]))
    const fold = openFold(positions, { cache, writes: 'each batch', onFailure: failed.fed.add }, sort)
    last = { fold, ids: new Map(Array.from(near, ([view, { id }]) => [view, id])) }
    return fold
  }
  const reflected = (head: number): number =>
    projections.reduce(
      (least, view) => (failed.has(view) ? least : Math.min(least, table.of(view).serving?.checkpoint ?? 0)),
      head,
    )

  let noted: number | undefined
  const catchUp = (batch: Batch | undefined): Progress => {
    const rows = batch?.rows ?? []
    const head = rows.at(-1)?.[0] ?? log.head()
    // the events of a commit may be more than `nearness`: no view is far behind because of them
    const before = batch && rows.length > 0 ? batch.before : head
    const near = nearViews(before)
    const start = Math.min(head, ...Array.from(near.values(), ({ checkpoint }) => checkpoint))
    const fold = foldOf(near)
    if (rows.length > 0 && before <= start) {
      const events = rows.filter(row => listened(row[3])).map(recordedOf)
      foldNow(foldBatch(fold, events, BigInt(head)), serving)
    } else
      for (let from = start; from < head; ) {
        const { events, scanned } = log.replayPage(from, listened, { ...pageOf, whole: true })
        foldNow(foldBatch(fold, events, BigInt(scanned)), serving)
        from = scanned
      }
    // also while no view is near: one that is being built may reflect it
    if (head !== noted) noteHead(head, rows.at(-1)?.[4])
    return { head, reflected: reflected(head), moved: start < head }
  }

  return (batch?: Batch, limitMs?: number): Progress => {
    try {
      const progress = write(() => catchUp(batch), limitMs)
      noted = progress.head
      return progress
    } catch (error) {
      last = undefined
      throw error
    }
  }
}
