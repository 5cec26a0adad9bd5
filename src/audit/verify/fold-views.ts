import { fillingPage } from '../../engine/read/filling-page.ts'
import { flush, foldBatch, foldNow, openFold } from '../../engine/read/fold-batch.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import { type ProjectionFailure, route } from '../../engine/read/route.ts'
import type { Position, Recorded } from '../../ports/event-log.ts'
import type { Change, FoldStore, ReadModels, ViewRef } from '../../ports/read-models.ts'
import type { Scratch } from '../../ports/scratch.ts'
import { checkView } from './documents.ts'
import { documentsInOrder } from './documents-in-order.ts'
import type { Checked } from './fault.ts'

/** Documents in memory, beyond which they go to the scratch: the events and other checks need memory too. */
const cache = { characters: 4_400_000, documents: 25_000 }

const failed = ({ projection: { name }, position, error }: ProjectionFailure): Checked => {
  const detail = `the projection failed at position ${position}: ${String(error)}`
  return { count: 0, faults: [{ kind: 'document', where: name, detail }] }
}

const notBuilt = ({ name }: ViewRef): Checked => {
  const detail = 'was not built yet when verify began: see endcap status, and verify again when it is current'
  return { count: 0, faults: [{ kind: 'document', where: name, detail }] }
}

/** The scratch as a store of folded documents. */
const storeIn = (scratch: Scratch): FoldStore => ({
  load: (wanted, most) => {
    const found = new Map<ViewRef, Change[]>()
    let [characters, largest] = [0, 0]
    for (const [view, ids] of wanted) {
      const documents: Change[] = []
      found.set(view, documents)
      for (const id of ids)
        for (const { json } of scratch.load(view.name, [id])) {
          characters += json.length
          largest = Math.max(largest, json.length)
          if (characters - largest > most) return undefined
          documents.push({ id, json, position: 0n })
        }
    }
    return found
  },
  write: ({ changes }) => {
    for (const [{ name }, list] of changes) scratch.write(name, list)
  },
})

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
  const ended = (failure: ProjectionFailure) => void failures.set(failure.projection, failure)
  const inOrder = new Map(
    projections.flatMap(view => (view.inLogOrder ? [[view, documentsInOrder(view, readModels, head)] as const] : [])),
  )
  const sort = route([...inOrder.keys()])
  const kept = openFold(new Map(projections.flatMap(view => (inOrder.has(view) ? [] : [[view, 0n] as const]))), {
    cache,
    writes: 'when full',
    onFailure: ended,
  })
  const store = storeIn(scratch)
  /** Events that are folded together. */
  let filling = fillingPage<Recorded>()
  const foldPage = async (): Promise<void> => {
    const { page } = filling
    filling = fillingPage()
    const last = page.at(-1)
    if (last) foldNow(foldBatch(kept, page, last.position), store)
    const sorted = sort(page)
    for (const failure of sorted.failures) if (!failures.has(failure.projection)) ended(failure)
    for (const one of sorted.routes) {
      const failure = failures.has(one.projection) ? undefined : await inOrder.get(one.projection)?.follow(one)
      if (failure) ended(failure)
    }
  }
  return {
    /** `characters`: of its texts. */
    async add(event: Recorded, characters: number): Promise<void> {
      if (filling.add(event, characters)) await foldPage()
    },
    /** Folds the remaining events. Returns a function that then compares the documents of a view. */
    async end(): Promise<(projection: AnyProjection) => Promise<Checked>> {
      await foldPage()
      foldNow(flush(kept), store)
      return async projection => {
        const failure = failures.get(projection)
        if (failure) return failed(failure)
        if (unbuilt.includes(projection)) return notBuilt(projection)
        return inOrder.get(projection)?.end() ?? checkView(projection, readModels, scratch, head)
      }
    },
  }
}
