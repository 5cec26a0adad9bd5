import * as E from 'fp-ts/lib/Either.js'
import type { Batch, Change, Feeding } from '../../ports/read-models.ts'
import { DocumentUnreadable } from '../../ports/store-away.ts'
import { allEnded } from '../pause.ts'
import { type Turn, turns } from '../turns.ts'
import type { AnyProjection } from './projection.ts'
import { idsTouched, type ProjectionFailure, type Route } from './route.ts'
import { besidesLargest, TooMuchAtOnce } from './too-much-at-once.ts'
import { changesOf, fold, type Working, workingOn, workingOnNothing } from './working.ts'

type Latest = Feeding['latest']
type Folded = { readonly changes: readonly Change[]; readonly isAhead: boolean }
/** What a batch of events changes, and the projections that failed. */
type BatchChanges = Pick<Batch, 'changes' | 'ahead'> & {
  readonly failures: readonly Pick<ProjectionFailure, 'projection' | 'error'>[]
  /** Of all documents besides the largest, before or after they were changed. */
  readonly characters: number
}

/** Loads documents of several views that have at most `most` characters besides the largest; rejects with TooMuchAtOnce beyond. */
const loading = (feeding: Pick<Feeding, 'latest'>, most: number) => {
  const loaded: Change[] = []
  const latest: Latest = async (view, ids) => {
    const found = await feeding.latest(view, ids, most)
    loaded.push(...found)
    if (besidesLargest(loaded) > most) throw new TooMuchAtOnce()
    return found
  }
  return { latest, characters: () => besidesLargest(loaded) }
}

/**
 * A route and its documents, without the steps that the documents already include: in a store without a transaction over
 * documents and checkpoint, documents may be ahead of the checkpoint. Others have their turn between two documents.
 */
const loaded = async (mine: Route, latest: Latest, turn: Turn) => {
  const { projection } = mine
  // no previous document is needed, and an older one never replaces a newer one
  const stored = projection.anew ? [] : await latest(projection, idsTouched(mine))
  const positions = new Map(stored.map(({ id, position }) => [id, position]))
  const steps = mine.steps.filter(({ id, event }) => event.position > (positions.get(id) ?? -1n))
  const working = workingOnNothing()
  for (const { id, json } of stored) {
    if (json === undefined) continue
    const others = turn()
    if (others) await others
    for (const [known, document] of workingOn(projection, [{ id, json }])) working.set(known, document)
  }
  return { mine: { ...mine, steps }, working, isAhead: steps.length < mine.steps.length }
}

/** Folds events and writes documents as JSON, one after the other. */
const changesIn = async (
  { projection, steps }: Route,
  working: Working,
  turn: Turn,
): Promise<E.Either<unknown, readonly Change[]>> => {
  for (const step of steps) {
    const others = turn()
    if (others) await others
    const failure = fold({ projection, steps: [step] }, working)
    if (failure) return E.left(failure.error)
  }
  const changes: Change[] = []
  for (const change of changesOf(working)) {
    changes.push(change)
    const others = turn()
    if (others) await others
  }
  return E.right(changes)
}

/** The documents of a route after its events; a document that cannot be read stops only its own view. */
const folded = async (all: Route, latest: Latest, turn: Turn): Promise<E.Either<unknown, Folded>> => {
  try {
    const { mine, working, isAhead } = await loaded(all, latest, turn)
    const changes = await changesIn(mine, working, turn)
    return E.isLeft(changes) ? changes : E.right({ changes: changes.right, isAhead })
  } catch (error) {
    if (error instanceof DocumentUnreadable) return E.left(error)
    throw error
  }
}

/** Changed documents may have so many times the characters of those that were loaded: new ones among them, and what events add. */
const timesWritten = 2

/**
 * Folds a batch of events into the stored documents of several views; undefined if these have more than `most` characters besides the largest, or twice as
 * many when they are changed. Requests have their turn in between: this may run on the thread that answers them.
 */
export const changesOfBatch = async (
  routes: readonly Route[],
  feeding: Pick<Feeding, 'latest'>,
  most: number,
): Promise<BatchChanges | undefined> => {
  const documents = loading(feeding, most)
  const turn = turns()
  const each = async (route: Route) => [route.projection, await folded(route, documents.latest, turn)] as const
  try {
    const changes = new Map<AnyProjection, readonly Change[]>()
    const ahead = new Set<AnyProjection>()
    const failures: BatchChanges['failures'][number][] = []
    // one that is left alone would put documents into the store's cache that a repeat has changed meanwhile
    for (const [projection, outcome] of await allEnded(routes.map(each))) {
      if (E.isLeft(outcome)) failures.push({ projection, error: outcome.left })
      else {
        changes.set(projection, outcome.right.changes)
        if (outcome.right.isAhead) ahead.add(projection)
      }
    }
    const characters = besidesLargest([...changes.values()].flat())
    if (characters > timesWritten * most) return undefined
    return { changes, ahead, failures, characters: Math.max(characters, documents.characters()) }
  } catch (error) {
    if (error instanceof TooMuchAtOnce) return undefined
    throw error
  }
}
