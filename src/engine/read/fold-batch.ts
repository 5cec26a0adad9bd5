import type { Position, Recorded } from '../../ports/event-log.ts'
import type { Change } from '../../ports/read-models.ts'
import { DocumentUnreadable } from '../../ports/store-away.ts'
import { parsed } from './documents.ts'
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

/**
 * A document while events are folded into it; undefined: there is none. `changedAt`: position of the last event that changed it; undefined
 * while none has. It is changed in place: a long replay spends most of its time here, and one look-up an event is enough.
 */
type Folded = { document: unknown; changedAt: Position | undefined }
/** Documents of one view by id, those that were loaded and those that events made. */
export type Working = Map<string, Folded>

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

/**
 * Folds the events of a route into the loaded documents. A document that an event does not change (`evolve` returns the same
 * object) is not changed. Returns the failure of a projection that threw; its working set must then be discarded.
 */
export const fold = ({ projection, steps }: Route, working: Working): ProjectionFailure | undefined => {
  for (const { id, event } of steps) {
    try {
      const known = working.get(id)
      const before = known?.document
      const after = projection.evolve(before, event)
      // a document that was not read may be there although none is known
      const maybeThere = projection.anew && after === undefined
      if (after === before && !maybeThere) continue
      if (known) {
        known.document = after
        known.changedAt = event.position
      } else working.set(id, { document: after, changedAt: event.position })
    } catch (error) {
      return { projection, position: event.position, error }
    }
  }
  return undefined
}

/** The changed documents in their stored form. Documents are plain JSON: values that JSON cannot represent are lost here. */
export function* changesOf(working: Working): Generator<Change> {
  for (const [id, { document, changedAt: position }] of working)
    if (position !== undefined)
      yield { id, json: document === undefined ? undefined : JSON.stringify(document), position }
}

type Loaded = Iterable<{ readonly id: string; readonly json: string }>

/** A working set without documents. */
export const workingOnNothing = (): Working => new Map()

/** A working set filled with documents of a view that were stored as JSON text. Throws DocumentUnreadable. */
export const workingOn = (view: AnyProjection, loaded: Loaded): Working => {
  const working = workingOnNothing()
  for (const { id, json } of loaded) working.set(id, { document: parsed(view, { json }), changedAt: undefined })
  return working
}

/** `workingOn` for the events of a route; a document that cannot be read stops only its own view. */
export const workingFor = ({ projection, steps }: Route, load: () => Loaded): Working | ProjectionFailure => {
  const [first] = steps
  if (first === undefined) return workingOnNothing()
  try {
    return workingOn(projection, load())
  } catch (error) {
    if (!(error instanceof DocumentUnreadable)) throw error
    return { projection, position: first.event.position, error }
  }
}

/** Loads stored documents of a view synchronously. */
export type Load = (projection: AnyProjection, ids: readonly string[]) => Loaded

export type Projected = {
  readonly changes: ReadonlyMap<AnyProjection, readonly Change[]>
  readonly failures: readonly ProjectionFailure[]
}

/**
 * Creates a function that returns the changes of a batch of events (in commit order) to each view. Unchanged views are
 * absent. A projection that throws changes nothing and is among the failures; the others continue. `checkpointOf`: the
 * position that a view has reached; events up to there are skipped.
 */
export const projector = (projections: readonly AnyProjection[]) => {
  const sort = route(projections)
  return (
    events: readonly Recorded[],
    load: Load,
    checkpointOf: (projection: AnyProjection) => Position = () => -1n,
  ): Projected => {
    const { routes, failures } = sort(events)
    const changes = new Map<AnyProjection, readonly Change[]>()
    const failed = [...failures]
    for (const { projection, steps } of routes) {
      const checkpoint = checkpointOf(projection)
      const ahead = { projection, steps: steps.filter(({ event }) => event.position > checkpoint) }
      const working = workingFor(ahead, () => (projection.anew ? [] : load(projection, idsTouched(ahead))))
      const failure = 'error' in working ? working : fold(ahead, working)
      const changed = failure || 'error' in working ? [] : [...changesOf(working)]
      if (failure) failed.push(failure)
      else if (changed.length > 0) changes.set(projection, changed)
    }
    return { changes, failures: failed }
  }
}

/** `projector` for a single batch. */
export const projectBatch = (
  projections: readonly AnyProjection[],
  events: readonly Recorded[],
  load: Load,
): Projected => projector(projections)(events, load)
