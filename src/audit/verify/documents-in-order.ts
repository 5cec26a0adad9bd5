import type { AnyProjection } from '../../engine/read/projection.ts'
import type { ProjectionFailure, Route } from '../../engine/read/route.ts'
import type { Position } from '../../ports/event-log.ts'
import type { ReadModels, Stored } from '../../ports/read-models.ts'
import { documentFaults } from './document-faults.ts'
import type { Checked } from './fault.ts'

/**
 * Compares the documents of a view whose ids sort like the positions of their events (`inLogOrder`) while the log is read up to `head`, so
 * that they need not be kept.
 */
export const documentsInOrder = (projection: AnyProjection, readModels: Pick<ReadModels, 'all'>, head: Position) => {
  const faults = documentFaults(projection)
  const stored = readModels.all(projection)[Symbol.asyncIterator]()
  let next: Stored | undefined
  let begun = false
  let count = 0
  let broken: { readonly error: unknown } | undefined
  const advance = async (): Promise<void> => {
    const { value, done } = await stored.next()
    next = done ? undefined : value
    if (!done) count++
  }
  /** Passes over the documents before an id: no event produces them. */
  const passUpTo = async (id: string | undefined): Promise<void> => {
    if (!begun) await advance()
    begun = true
    for (; next !== undefined && (id === undefined || next.id < id); await advance())
      if (next.position <= head) faults.compare(next, undefined)
  }
  const compare = async (id: string, json: string): Promise<void> => {
    if (next === undefined || next.id < id) await passUpTo(id)
    if (next?.id !== id) return faults.missing(id)
    if (next.position <= head) faults.compare(next, json)
    await advance()
  }
  /** A view that cannot be read is no fault of the log that is being read. */
  const compareOrBreak = async (id: string, document: unknown): Promise<void> => {
    if (!broken)
      await compare(id, JSON.stringify(document)).catch(error => {
        broken = { error }
      })
  }
  return {
    /** Compares what the events of a batch produce. */
    async follow({ steps }: Route): Promise<ProjectionFailure | undefined> {
      for (const { id, event } of steps) {
        let document: unknown
        try {
          document = projection.evolve(undefined, event)
        } catch (error) {
          return { projection, position: event.position, error }
        }
        if (document !== undefined) await compareOrBreak(id, document)
      }
      return undefined
    },
    /** Rejects if the view could not be read. */
    async end(): Promise<Checked> {
      if (broken) throw broken.error
      await passUpTo(undefined)
      return { count, faults: faults.list() }
    },
  }
}
