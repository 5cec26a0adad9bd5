import {
  changesOf,
  fold,
  idsTouched,
  type ProjectionFailure,
  type Route,
  type Working,
  workingOn,
} from '../../../engine/read/fold-batch.ts'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import type { Change } from '../../../ports/read-models.ts'
import type { Documents } from '../../read-models/sqlite/write-views.ts'

/** Documents that a build holds in memory: at most so many characters of JSON, and so many documents. */
const bounds = { characters: 44_000_000, documents: 250_000 }

/** A generation while it is built: its documents are held until there are too many, as writing them often costs most. */
export const buildTarget = (projection: AnyProjection, generation: number, stored: boolean, documents: Documents) => {
  let working: Working = workingOn([])
  let storing = stored
  let sampled = 0
  let characters = 0

  /** The size of all is judged by one document a page. */
  const sample = (route: Route) => {
    const document = working.documents.get(route.steps.at(-1)?.id ?? '')
    if (document === undefined) return
    sampled += 1
    characters += JSON.stringify(document).length
  }
  const follow = (route: Route): ProjectionFailure | undefined => {
    if (storing && !projection.anew) {
      const missing = idsTouched(route).filter(id => !working.documents.has(id))
      for (const [id, document] of workingOn(documents.load(generation, missing)).documents) {
        working.documents.set(id, document)
      }
    }
    const failure = fold(route, working)
    sample(route)
    return failure
  }
  /** Share of the memory that it may use; above 1 it is to be written. */
  const fullness = (): number => {
    const held = working.documents.size
    return Math.max((held * (characters / Math.max(1, sampled))) / bounds.characters, held / bounds.documents)
  }
  const changes = (): Iterable<Change> => changesOf(working)
  /** After the changes were written: documents are loaded again when they are needed. */
  const written = () => {
    storing = true
    working = workingOn([])
  }
  return { projection, generation, follow, fullness, changes, written }
}
export type BuildTarget = ReturnType<typeof buildTarget>
