import type { Position } from '../../ports/event-log.ts'
import type { Change } from '../../ports/read-models.ts'
import { DocumentUnreadable } from '../../ports/store-away.ts'
import { parsed } from './documents.ts'
import type { AnyProjection } from './projection.ts'
import type { ProjectionFailure, Route } from './route.ts'

/**
 * A document while events are folded into it; undefined: there is none. `changedAt`: position of the last event that changed it; undefined
 * while none has. It is changed in place: a long replay spends most of its time here, and one look-up an event is enough.
 */
type Folded = { document: unknown; changedAt: Position | undefined }
/** Documents of one view by id, those that were loaded and those that events made. */
export type Working = Map<string, Folded>

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

/** Stored documents of a view. */
export type Loaded = Iterable<{ readonly id: string; readonly json: string }>

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
