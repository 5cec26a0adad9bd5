import type { Change } from '../../ports/read-models.ts'
import type { AnyProjection } from './projection.ts'
import { idsTouched, type ProjectionFailure, type Route } from './route.ts'
import { sampledSize } from './sampled-size.ts'
import { changesOf, fold, type Working, workingFor, workingOnNothing } from './working.ts'

/** Limits of the documents in memory: characters of JSON, and number of documents. */
const bounds = { characters: 44_000_000, documents: 250_000 }
/** Characters of a large document, whose size is known. It has many members, and counts twice: they take more room than its text. */
const large = { from: 100_000, times: 2 }

type Loaded = Iterable<{ readonly id: string; readonly json: string }>
/** Loads stored documents of the view synchronously. */
type Load = (ids: readonly string[]) => Loaded

/**
 * The documents of a view while a long log is folded into them. They stay in memory until there are too many, since frequent writes
 * cost most. `stored`: some are stored already.
 */
export const heldView = (projection: AnyProjection, load: Load, stored: boolean) => {
  let working: Working = workingOnNothing()
  let storing = stored
  const size = sampledSize()
  /** Characters of the large documents that are held, by id. */
  const heavy = new Map<string, number>()
  const noted = (id: string, characters: number) => {
    // a large one stands once for those that are not measured: many events may change the same one
    if (!heavy.has(id)) size.add(characters)
    if (characters >= large.from) heavy.set(id, characters)
  }

  /** Loads the stored documents that a batch of events needs. */
  const prepare = (route: Route, from: Load = load): ProjectionFailure | undefined => {
    if (!storing || projection.anew) return undefined
    const missing = idsTouched(route).filter(id => !working.has(id))
    const loaded = workingFor(route, () => {
      const found = [...from(missing)]
      for (const { id, json } of found) if (json.length >= large.from) heavy.set(id, json.length)
      return found
    })
    if ('error' in loaded) return loaded
    for (const [id, document] of loaded) working.set(id, document)
    return undefined
  }
  /** Folds a batch of events whose documents are held. After a failure the documents must be discarded. */
  const foldInto = (route: Route): ProjectionFailure | undefined => {
    const failure = fold(route, working)
    // one document of each batch
    const last = route.steps.at(-1)?.id ?? ''
    const document = working.get(last)?.document
    if (document !== undefined) noted(last, JSON.stringify(document).length)
    return failure
  }
  const follow = (route: Route): ProjectionFailure | undefined => prepare(route) ?? foldInto(route)
  /** Whether there is anything to write. */
  const hasChanged = (): boolean => {
    for (const { changedAt } of working.values()) if (changedAt !== undefined) return true
    return false
  }
  /** The used share of the memory limits; above 1 the documents must be written. */
  const fullness = (): number => {
    const held = working.size
    let characters = size.of(held - heavy.size)
    for (const each of heavy.values()) characters += large.times * each
    return Math.max(characters / bounds.characters, held / bounds.documents)
  }
  const changes = (): Iterable<Change> => changesOf(working)
  const forget = () => {
    working = workingOnNothing()
    heavy.clear()
  }
  /** Called after the changes were written: documents are reloaded on demand. */
  const written = () => {
    storing = true
    forget()
  }
  return { projection, prepare, fold: foldInto, follow, hasChanged, fullness, changes, written, forget }
}
export type HeldView = ReturnType<typeof heldView>

/** The used share of the memory limits of views that are held together. */
export const fullnessOf = (views: Iterable<HeldView>): number => {
  let sum = 0
  for (const view of views) sum += view.fullness()
  return sum
}
