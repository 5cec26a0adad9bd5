import { fillingPage } from '../../engine/read/filling-page.ts'
import { fullnessOf, heldView } from '../../engine/read/held-view.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import { type ProjectionFailure, type Route, route } from '../../engine/read/route.ts'
import { mostLoaded, TooMuchAtOnce } from '../../engine/read/too-much-at-once.ts'
import type { Position, Recorded } from '../../ports/event-log.ts'
import type { ReadModels, ViewRef } from '../../ports/read-models.ts'
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

const notBuilt = ({ name }: ViewRef): Checked => {
  const detail = 'was not built yet when verify began: see endcap status, and verify again when it is current'
  return { count: 0, faults: [{ kind: 'document', where: name, detail }] }
}

/** Documents of a view from the scratch, one after the other; throws TooMuchAtOnce for several that are too large together. */
const loading = (scratch: Scratch, view: string) =>
  function* (ids: readonly string[]) {
    let characters = 0
    for (const id of ids)
      for (const found of scratch.load(view, [id])) {
        characters += found.json.length
        if (characters > mostLoaded && characters > found.json.length) throw new TooMuchAtOnce()
        yield found
      }
  }

/** The documents of views that are kept: in memory, and beyond that in the scratch. */
const keptDocuments = (projections: readonly AnyProjection[], scratch: Scratch) => {
  const views = new Map(projections.map(view => [view, heldView(view, loading(scratch, view.name), false)] as const))
  const write = (): void => {
    for (const [{ name }, view] of views) {
      scratch.write(name, view.changes())
      view.written()
    }
  }
  const writeIfMany = (): void => {
    if (fullnessOf(views.values()) > share) write()
  }
  /** Events whose documents are too large together are followed in halves. */
  const follow = (one: Route): ProjectionFailure | undefined => {
    try {
      return views.get(one.projection)?.follow(one)
    } catch (error) {
      if (!(error instanceof TooMuchAtOnce)) throw error
      const half = one.steps.length >> 1
      const failure = follow({ ...one, steps: one.steps.slice(0, half) })
      if (failure) return failure
      writeIfMany()
      return follow({ ...one, steps: one.steps.slice(half) })
    }
  }
  return { follow, discard: (projection: AnyProjection) => views.delete(projection), writeIfMany, write }
}

/**
 * Folds the events of a log up to `head`, in commit order, into documents, and compares these with the views. A view stops at the first
 * event that its projection fails on. Views that are `unbuilt` at the start have no documents to compare.
 */
export const viewFolder = (
  projections: readonly AnyProjection[],
  scratch: Scratch,
  readModels: Pick<ReadModels, 'all'>,
  head: Position,
  unbuilt: readonly ViewRef[],
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
    const ended = (failure: ProjectionFailure) => {
      failures.set(failure.projection, failure)
      kept.discard(failure.projection)
    }
    const failedBefore = failures.size
    for (const failure of sorted.failures) ended(failure)
    for (const one of sorted.routes) {
      const failure = await (inOrder.get(one.projection)?.follow(one) ?? kept.follow(one))
      if (failure) ended(failure)
      kept.writeIfMany()
    }
    if (failures.size > failedBefore) sort = route(projections.filter(projection => !failures.has(projection)))
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
        if (unbuilt.includes(projection)) return notBuilt(projection)
        return inOrder.get(projection)?.end() ?? checkView(projection, readModels, scratch, head)
      }
    },
  }
}
