import {
  changesOf,
  fold,
  idsTouched,
  type ProjectionFailure,
  type Route,
  type Working,
  workingFor,
  workingOnNothing,
} from '../../../engine/read/fold-batch.ts'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import type { Change } from '../../../ports/read-models.ts'
import type { Documents } from '../../read-models/sqlite/write-views.ts'

/** Limits of the documents in memory: characters of JSON, and number of documents. */
const bounds = { characters: 44_000_000, documents: 250_000 }

/** A generation being built. Its documents stay in memory until there are too many, since frequent writes cost most. */
export const buildTarget = (projection: AnyProjection, generation: number, stored: boolean, documents: Documents) => {
  let working: Working = workingOnNothing()
  let storing = stored
  let sampled = 0
  let characters = 0

  /** Estimates the total size from one document per page. */
  const sample = (route: Route) => {
    const document = working.documents.get(route.steps.at(-1)?.id ?? '')
    if (document === undefined) return
    sampled += 1
    characters += JSON.stringify(document).length
  }
  const follow = (route: Route): ProjectionFailure | undefined => {
    if (storing && !projection.anew) {
      const missing = idsTouched(route).filter(id => !working.documents.has(id))
      const loaded = workingFor(route, () => documents.load(generation, missing))
      if ('error' in loaded) return loaded
      for (const [id, document] of loaded.documents) working.documents.set(id, document)
    }
    const failure = fold(route, working)
    sample(route)
    return failure
  }
  /** The used share of the memory limits; above 1 the documents must be written. */
  const fullness = (): number => {
    const held = working.documents.size
    return Math.max((held * (characters / Math.max(1, sampled))) / bounds.characters, held / bounds.documents)
  }
  const changes = (): Iterable<Change> => changesOf(working)
  /** Called after the changes were written: documents are reloaded on demand. */
  const written = () => {
    storing = true
    working = workingOnNothing()
  }
  return { projection, generation, follow, fullness, changes, written }
}
export type BuildTarget = ReturnType<typeof buildTarget>
