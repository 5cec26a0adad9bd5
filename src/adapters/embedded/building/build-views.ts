import { fullnessOf } from '../../../engine/read/held-view.ts'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import type { ProjectionFailure, Route } from '../../../engine/read/route.ts'
import { mostLoaded, TooMuchAtOnce } from '../../../engine/read/too-much-at-once.ts'
import { keyOf } from '../../read-models/sqlite/generations.ts'
import type { ViewStore } from '../writing/feed-views.ts'
import { beatEvery } from './build-lease.ts'
import { buildPasses, type Pass, without } from './build-pass.ts'

/** Progress of a build, in log positions. */
export type Building = {
  readonly name: string
  readonly version: number
  readonly done: number
  readonly total: number
}

/** Events in memory at a time: those of a larger page would be copied by the garbage collector while they are folded. */
const pageOf = { rows: 250, enough: 1_000_000 }
const pagesOfStep = 8
/** Maximum work that a killed build loses, in milliseconds. */
const saveEvery = 10_000

/**
 * Builds views that are missing, far behind the log, or requested to be rebuilt. Each step processes some pages of the
 * log, so that the thread can do other work in between. Documents and checkpoint are written together; indexes are
 * created last; then the view goes into service.
 */
export const viewBuilder = (projections: readonly AnyProjection[], store: ViewStore) => {
  const { log, write, generations, documents, failed } = store
  const passes = buildPasses(projections, store)
  let pass: Pass | undefined

  /** Has the targets hold the stored documents that events change; throws TooMuchAtOnce if they are too large together. */
  const prepare = ({ targets }: Pass, routes: readonly Route[], most: number): readonly ProjectionFailure[] => {
    const load = documents.loading(most)
    return routes.flatMap(route => {
      const target = targets.find(({ projection }) => projection === route.projection)
      const failure = target?.prepare(route, ids => load(target.generation, ids))
      return failure ? [failure] : []
    })
  }

  const isFull = ({ targets }: Pass): boolean => fullnessOf(targets) > 1
  /** Follows a page of the log. `full`: what is held must be written first. */
  const follow = (current: Pass, rows = pageOf.rows): { next: Pass; more: boolean; full?: true } => {
    const { events, scanned, more } = log.replayPage(current.scanned, current.listened, {
      ...pageOf,
      rows,
      whole: current.whole,
    })
    const { routes, failures } = current.sort(events)
    const failing = [...failures]
    try {
      failing.push(...prepare(current, routes, events.length > 1 ? mostLoaded : Number.POSITIVE_INFINITY))
    } catch (error) {
      if (!(error instanceof TooMuchAtOnce)) throw error
      if (!isFull(current)) return follow(current, rows >> 1)
      if (current.targets.some(target => target.hasChanged())) return { next: current, more: true, full: true }
      for (const target of current.targets) target.forget()
      return follow(current, rows >> 1)
    }
    for (const one of routes) {
      if (failing.some(({ projection }) => projection === one.projection)) continue
      const failure = current.targets.find(({ projection }) => projection === one.projection)?.fold(one)
      if (failure) failing.push(failure)
    }
    for (const failure of failing) failed.built.add(failure)
    const next = { ...current, scanned }
    return { next: failing.length > 0 ? without(next, failed.built.has) : next, more }
  }
  const step = (): boolean => {
    const current = pass ?? passes.begin()
    // No pass until the step succeeds: after an error, work restarts from the stored state.
    pass = undefined
    if (!current) return false
    let { next, more, full = isFull(next) } = follow(current)
    for (let pages = 1; more && !full && next.targets.length > 0 && pages < pagesOfStep; pages++)
      ({ next, more, full = isFull(next) } = follow(next))
    const due = performance.now() - next.saved > saveEvery
    if (!more || full || due) {
      pass = passes.save(next, !more)
      for (const target of next.targets) target.written()
    } else pass = performance.now() - next.beat > beatEvery ? passes.beat(next) : next
    return true
  }

  return {
    /** Runs one step; false if there is nothing to do, or another process is doing it. */
    step,
    needed: passes.needed,
    /** Views not in service yet, whichever process builds them. */
    building: (): readonly Building[] => {
      const list = generations.list()
      return projections.flatMap(({ name, version }) => {
        const pending = list.find(g => keyOf(g) === keyOf({ name, version }) && !g.serving)
        const ours = pass?.targets.some(target => target.generation === pending?.id)
        return pending ? [{ name, version, done: ours ? pass!.scanned : pending.checkpoint, total: log.head() }] : []
      })
    },
    /** Starts new generations of built views; readers keep the old ones until those are finished. */
    rebuild: (names: readonly string[] | undefined) =>
      write(() => {
        for (const projection of projections) {
          if (names && !names.includes(projection.name)) continue
          failed.built.forget(projection)
          generations.renew(projection)
        }
      }),
    /** Lets other processes continue the unfinished pass. */
    release: () => {
      const unfinished = pass
      pass = undefined
      if (unfinished) passes.release(unfinished)
    },
  }
}
