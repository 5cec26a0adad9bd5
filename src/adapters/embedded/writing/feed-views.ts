import type { AnyProjection } from '../../../engine/read/projection.ts'
import { type Projected, projector } from '../../../engine/read/projector.ts'
import { listensTo } from '../../../engine/read/route.ts'
import { mostLoaded, TooMuchAtOnce } from '../../../engine/read/too-much-at-once.ts'
import type { Recorded } from '../../../ports/event-log.ts'
import type { Batch } from '../../event-log/sqlite/append-batch.ts'
import { type EventRow, recordedOf } from '../../event-log/sqlite/event-row.ts'
import type { LogReader } from '../../event-log/sqlite/read-log.ts'
import { type Generation, type Generations, keyOf } from '../../read-models/sqlite/generations.ts'
import type { Documents } from '../../read-models/sqlite/write-views.ts'
import type { Write } from '../../sqlite/transaction.ts'
import type { FailedViews } from './failed-views.ts'

/** A view that was further behind than this many positions before a commit catches up in the background, not before its appends are answered. */
export const nearness = 5_000

/** The log head, and the position that every view of this node reflects; `moved`: something was written. */
export type Progress = {
  readonly head: number
  readonly reflected: number
  readonly moved: boolean
  /** The generations that serve, each with a number that grows when its documents change. */
  readonly serving: readonly Generation[]
}

export type ViewStore = {
  readonly log: LogReader
  /** Notes the event at the head of the log (`headNotes`). */
  readonly noteHead: (head: number, id?: string) => void
  readonly write: Write
  readonly generations: Generations
  readonly documents: Documents
  readonly failed: FailedViews
}

/** Pairs projections with their serving generations. */
export const servingOf = (projections: readonly AnyProjection[], generations: readonly Generation[]) => {
  const byView = new Map(generations.filter(g => g.serving).map(g => [keyOf(g), g]))
  return projections.map(projection => ({ projection, generation: byView.get(keyOf(projection)) }))
}

type Near = ReadonlyMap<AnyProjection, Generation>

const without = (near: Near, stopped: (projection: AnyProjection) => boolean): Near =>
  new Map([...near].filter(([projection]) => !stopped(projection)))

/** The fed views rarely change, so their projector is cached. */
const lastProjector = () => {
  let projections: readonly AnyProjection[] = []
  let project = projector(projections)
  return (wanted: readonly AnyProjection[]) => {
    if (wanted.length !== projections.length || wanted.some((p, i) => p !== projections[i])) {
      projections = wanted
      project = projector(wanted)
    }
    return project
  }
}

/**
 * Returns a function that brings this node's views up to the log head. In its write transaction it reads the
 * checkpoints first and continues from there: with the batch just committed if nothing else is missing, otherwise from
 * the log. Any process may do this, and none repeats it. Throws if the views cannot be written.
 */
export const viewFeeder = (projections: readonly AnyProjection[], store: ViewStore) => {
  const { log, noteHead, write, generations, documents, failed } = store
  const listened = listensTo(projections)
  const projectorOf = lastProjector()

  /** The changes of events; undefined if the documents that they touch are too large to be held together. */
  const projected = (events: readonly Recorded[], near: Near): Projected | undefined => {
    const load = documents.loading(events.length > 1 ? mostLoaded : Number.POSITIVE_INFINITY)
    try {
      return projectorOf([...near.keys()])(
        events,
        (projection, ids) => load(near.get(projection)!.id, ids),
        projection => BigInt(near.get(projection)!.checkpoint),
      )
    } catch (error) {
      if (error instanceof TooMuchAtOnce) return undefined
      throw error
    }
  }
  /** Projects events up to `to` into the views that do not include them yet: together, or if they touch too much in halves. */
  const projectEvents = (events: readonly Recorded[], to: number, near: Near): void => {
    const all = projected(events, near)
    if (!all) {
      const half = events.slice(0, events.length >> 1)
      projectEvents(half, Number(half.at(-1)!.position), near)
      projectEvents(events.slice(half.length), to, without(near, failed.fed.has))
      return
    }
    const { changes, failures } = all
    for (const failure of failures) failed.fed.add(failure)
    const untouched: number[] = []
    const touched: number[] = []
    for (const [projection, { id, checkpoint }] of near) {
      if (failed.fed.has(projection) || checkpoint >= to) continue
      const wrote = documents.write(id, changes.get(projection) ?? [], checkpoint)
      ;(wrote ? touched : untouched).push(id)
    }
    generations.advance(untouched, to, false)
    generations.advance(touched, to, true)
  }
  const projectRows = (rows: readonly EventRow[], to: number, near: Near) =>
    projectEvents(rows.filter(row => listened(row[3])).map(recordedOf), to, near)

  /** The views fed before an append is answered: built, not stopped, and not far behind a position. */
  const nearViews = (among: readonly AnyProjection[], position: number): Near => {
    const near = new Map<AnyProjection, Generation>()
    for (const { projection, generation } of servingOf(among, generations.list())) {
      if (!generation) continue
      failed.fed.passed(projection, generation.checkpoint)
      if (!failed.fed.has(projection) && position - generation.checkpoint <= nearness) near.set(projection, generation)
    }
    return near
  }
  const lowest = (near: Near, head: number): number => Math.min(head, ...Array.from(near.values(), g => g.checkpoint))

  const reflected = (head: number): number => {
    const fed = projections.filter(p => !failed.has(p))
    return Math.min(head, ...servingOf(fed, generations.list()).map(({ generation }) => generation?.checkpoint ?? 0))
  }

  let noted: number | undefined
  const catchUp = (batch: Batch | undefined): Progress => {
    const rows = batch?.rows ?? []
    const head = rows.at(-1)?.[0] ?? log.head()
    // the events of a commit may be more than `nearness`: no view is far behind because of them
    const before = batch && rows.length > 0 ? batch.before : head
    let near = nearViews(projections, before)
    const start = lowest(near, head)
    if (rows.length > 0 && before <= start) projectRows(rows, head, near)
    else {
      for (let from = start; from < head; ) {
        const page = log.readPage(from)
        projectRows(page.rows, page.scanned, near)
        near = nearViews([...near.keys()], before)
        from = page.scanned
      }
    }
    // also while no view is near: one that is being built may reflect it
    if (head !== noted) noteHead(head, rows.at(-1)?.[4])
    return { head, reflected: reflected(head), moved: start < head, serving: generations.list().filter(g => g.serving) }
  }

  return (batch?: Batch, limitMs?: number): Progress => {
    const progress = write(() => catchUp(batch), limitMs)
    noted = progress.head
    return progress
  }
}
