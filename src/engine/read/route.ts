import type { Position, Recorded } from '../../ports/event-log.ts'
import type { AnyProjection } from './projection.ts'

/** An event and the id of the document that it changes. */
export type Step = { readonly id: string; readonly event: Recorded }
/** The events of a batch for one projection, in commit order. */
export type Route = { readonly projection: AnyProjection; readonly steps: readonly Step[] }
/** A projection that threw. It stops at `position`, the position of the event that it could not process. */
export type ProjectionFailure = {
  readonly projection: AnyProjection
  readonly position: Position
  readonly error: unknown
}

const nobody: readonly AnyProjection[] = []

/** Finds the projections that listen to a stream. Its category ends at one of its dashes. */
const listeners = (projections: readonly AnyProjection[]) => {
  const byCategory = new Map<string, AnyProjection[]>()
  for (const projection of projections) {
    for (const category of new Set(projection.categories)) {
      byCategory.set(category, [...(byCategory.get(category) ?? []), projection])
    }
  }
  return (stream: string): readonly AnyProjection[] => {
    let found = nobody
    for (let dash = stream.indexOf('-'); dash > 0; dash = stream.indexOf('-', dash + 1)) {
      const more = byCategory.get(stream.slice(0, dash))
      if (more) found = found === nobody ? more : [...new Set([...found, ...more])]
    }
    return found
  }
}

/** Whether any of these projections listens to a stream; events of other streams need not be parsed. */
export const listensTo = (projections: readonly AnyProjection[]): ((stream: string) => boolean) => {
  const of = listeners(projections)
  return stream => of(stream).length > 0
}

/**
 * Sorts a batch of events (in commit order) by projection and document. A projection whose `idOf` throws is among the
 * failures and has no route; the others continue.
 */
export const route = (projections: readonly AnyProjection[]) => {
  const of = listeners(projections)
  return (events: readonly Recorded[]): { routes: readonly Route[]; failures: readonly ProjectionFailure[] } => {
    const steps = new Map<AnyProjection, Step[]>()
    const failures = new Map<AnyProjection, ProjectionFailure>()
    for (const event of events) {
      for (const projection of of(event.stream)) {
        if (failures.has(projection)) continue
        try {
          const id = projection.idOf(event)
          if (id === undefined) continue
          const known = steps.get(projection)
          if (known) known.push({ id, event })
          else steps.set(projection, [{ id, event }])
        } catch (error) {
          failures.set(projection, { projection, position: event.position, error })
        }
      }
    }
    const routes = [...steps].filter(([projection]) => !failures.has(projection))
    return { routes: routes.map(([projection, s]) => ({ projection, steps: s })), failures: [...failures.values()] }
  }
}

/** Ids of the documents that must be loaded before `fold`. */
export const idsTouched = ({ steps }: Route): readonly string[] => [...new Set(steps.map(step => step.id))]
