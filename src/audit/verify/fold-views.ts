import { fillingPage } from '../../engine/read/filling-page.ts'
import { type ProjectionFailure, type Route, route } from '../../engine/read/fold-batch.ts'
import { fullnessOf, heldView } from '../../engine/read/held-view.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import type { Position, Recorded } from '../../ports/event-log.ts'
import type { ReadModels } from '../../ports/read-models.ts'
import type { Scratch } from '../../ports/scratch.ts'
import { checkView } from './documents.ts'
import { documentsInOrder } from './documents-in-order.ts'
import type { Checked } from './fault.ts'

/** The share of the memory limits of views at which documents go to the scratch: the events and other checks need memory too. */
const share = 0.1

const failed = ({ projection: { name }, position, error }: ProjectionFailure): Checked => {
  const detail = `the projection failed at position ${position}: ${String(error)}`
  return { count: 0, faults: [{ kind: 'document', where: name, detail }] }
}

/** The documents of views that are kept: in memory, and beyond that in the scratch. */
const keptDocuments = (projections: readonly AnyProjection[], scratch: Scratch) => {
  const views = new Map(
    projections.map(view => [view, heldView(view, ids => scratch.load(view.name, ids), false)] as const),
  )
  const write = (): void => {
    for (const [{ name }, view] of views) {
      scratch.write(name, view.changes())
      view.written()
    }
  }
  return {
    follow: (one: Route) => views.get(one.projection)?.follow(one),
    discard: (projection: AnyProjection) => views.delete(projection),
    writeIfMany: () => {
      if (fullnessOf(views.values()) > share) write()
    },
    write,
  }
}

/**
 * Folds the events of a log up to `head`, in commit order, into documents, and compares these with the views. A view stops at the first
 * event that its projection fails on.
 */
export const viewFolder = (
  projections: readonly AnyProjection[],
  scratch: Scratch,
  readModels: Pick<ReadModels, 'all'>,
  head: Position,
) => {
  const failures = new Map<AnyProjection, ProjectionFailure>()
  const inOrder = new Map(
    projections.flatMap(view => (view.inLogOrder ? [[view, documentsInOrder(view, readModels, head)] as const] : [])),
  )
  const kept = keptDocuments(
    projections.filter(view => !inOrder.has(view)),
    scratch,
  )
  let sort = route(projections)
  /** Events that are folded together. */
  let filling = fillingPage<Recorded>()
  const flush = async (): Promise<void> => {
    const sorted = sort(filling.page)
    filling = fillingPage()
    const found = [...sorted.failures]
    for (const one of sorted.routes) {
      const failure = await (inOrder.get(one.projection)?.follow(one) ?? kept.follow(one))
      if (failure) found.push(failure)
    }
    for (const failure of found) {
      failures.set(failure.projection, failure)
      kept.discard(failure.projection)
    }
    if (found.length > 0) sort = route(projections.filter(projection => !failures.has(projection)))
    kept.writeIfMany()
  }
  return {
    /** `characters`: of its texts. */
    async add(event: Recorded, characters: number): Promise<void> {
      if (filling.add(event, characters)) await flush()
    },
    /** Folds the remaining events. Returns a function that then compares the documents of a view. */
    async end(): Promise<(projection: AnyProjection) => Promise<Checked>> {
      await flush()
      kept.write()
      return async projection => {
        const failure = failures.get(projection)
        if (failure) return failed(failure)
        return inOrder.get(projection)?.end() ?? checkView(projection, readModels, scratch, head)
      }
    },
  }
}
