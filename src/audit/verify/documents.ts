import { fillingPage, mostTogether } from '../../engine/read/filling-page.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import type { EventLog, Position } from '../../ports/event-log.ts'
import type { ReadModels, Stored } from '../../ports/read-models.ts'
import type { Scratch } from '../../ports/scratch.ts'
import { documentFaults, whereOf } from './document-faults.ts'
import type { Checked, Fault } from './fault.ts'

/** All documents of a view in pages, and the empty one at their end. */
async function* pagesOf(
  readModels: Pick<ReadModels, 'all'>,
  projection: AnyProjection,
): AsyncGenerator<readonly Stored[]> {
  let filling = fillingPage<Stored>()
  for await (const stored of readModels.all(projection))
    if (filling.add(stored, stored.json.length)) {
      yield filling.page
      filling = fillingPage()
    }
  if (filling.page.length > 0) yield filling.page
  yield []
}

/**
 * Compares every document of a view with the result of folding the log up to `head`. Both are in the order of their ids, so each is read
 * once, page by page.
 */
export const checkView = async (
  projection: AnyProjection,
  readModels: Pick<ReadModels, 'all'>,
  documents: Pick<Scratch, 'page'>,
  head: Position,
): Promise<Checked> => {
  const faults = documentFaults(projection)
  const { name } = projection
  let count = 0
  let after = ''
  for await (const page of pagesOf(readModels, projection)) {
    count += page.length
    const left = new Map(page.map(stored => [stored.id, stored]))
    const upTo = page.at(-1)?.id
    for (let isMore = true; isMore; ) {
      const folded = documents.page(name, after, mostTogether.count, upTo)
      for (const { id, json } of folded) {
        const stored = left.get(id)
        left.delete(id)
        if (stored === undefined) faults.missing(id)
        else if (stored.position <= head) faults.compare(stored, json)
      }
      after = folded.at(-1)?.id ?? after
      isMore = folded.length > 0
    }
    for (const stored of left.values()) if (stored.position <= head) faults.compare(stored, undefined)
    after = upTo ?? after
  }
  return { count, faults: faults.list() }
}

/** Drops faults of documents that events after `head` affect: those documents changed during the comparison. */
export const stillFaulty = async (
  faults: readonly Fault[],
  projections: readonly AnyProjection[],
  log: Pick<EventLog, 'readAll'>,
  head: Position,
): Promise<readonly Fault[]> => {
  if (faults.length === 0) return faults
  const changed = new Set<string>()
  for await (const event of log.readAll({ after: head }))
    for (const projection of projections) {
      const concerned = projection.categories.some(category => event.stream.startsWith(`${category}-`))
      const id = concerned ? projection.idOf(event) : undefined
      if (id !== undefined) changed.add(whereOf(projection, id))
    }
  return faults.filter(({ where }) => !changed.has(where))
}
