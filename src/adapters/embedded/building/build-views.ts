import type { AnyProjection } from '../../../engine/read/projection.ts'
import { unreadOf } from '../../event-log/sqlite/event-row.ts'
import { keyOf } from '../../read-models/sqlite/generations.ts'
import type { ViewStore } from '../writing/feed-views.ts'
import { beatEvery } from './build-lease.ts'
import { buildPasses, type Pass, without } from './build-pass.ts'

/** How far a build has come, in positions of the log. */
export type Building = {
  readonly name: string
  readonly version: number
  readonly done: number
  readonly total: number
}

const pageOf = { rows: 2_000, bytes: 4_000_000 }
/** Milliseconds of work that a build may lose when it is killed. */
const saveEvery = 10_000

/**
 * Builds views that are missing, far behind the log, or asked to be rebuilt, a page of the log a step, so that the thread
 * can do its other work in between. Documents and checkpoint are written together; indexes are made last; then the view serves.
 */
export const viewBuilder = (projections: readonly AnyProjection[], store: ViewStore) => {
  const { log, write, generations, failed } = store
  const passes = buildPasses(projections, store)
  let pass: Pass | undefined

  const follow = (current: Pass): { readonly next: Pass; readonly more: boolean } => {
    const { rows, scanned, more } = log.readPage(current.scanned, undefined, pageOf)
    const { routes, failures } = current.sort(rows.filter(row => current.listened(row[3])).map(unreadOf))
    const failing = [...failures]
    for (const one of routes) {
      const failure = current.targets.find(({ projection }) => projection === one.projection)?.follow(one)
      if (failure) failing.push(failure)
    }
    for (const failure of failing) failed.add(failure)
    const next = { ...current, scanned }
    return { next: failing.length > 0 ? without(next, failed.has) : next, more }
  }

  const step = (): boolean => {
    const current = pass ?? passes.begin()
    // Until the step has succeeded there is no pass: after an error the work starts again from what is stored.
    pass = undefined
    if (!current) return false
    const { next, more } = follow(current)
    const full = next.targets.reduce((sum, target) => sum + target.fullness(), 0) > 1
    const due = performance.now() - next.saved > saveEvery
    if (!more || full || due) {
      pass = passes.save(next, !more)
      for (const target of next.targets) target.written()
    } else pass = performance.now() - next.beat > beatEvery ? passes.beat(next) : next
    return true
  }

  return {
    /** Does a piece of the work; false: there is nothing to do, or another process does it. */
    step,
    needed: passes.needed,
    /** Views that do not serve yet, whoever builds them. */
    building: (): readonly Building[] =>
      projections.flatMap(({ name, version }) => {
        const pending = generations.list().find(g => keyOf(g) === keyOf({ name, version }) && !g.serving)
        const ours = pass?.targets.some(target => target.generation === pending?.id)
        return pending ? [{ name, version, done: ours ? pass!.scanned : pending.checkpoint, total: log.head() }] : []
      }),
    /** Begins new generations of views that are built; readers keep the old ones until those are done. */
    rebuild: (names: readonly string[] | undefined) =>
      write(() => {
        for (const projection of projections) {
          if (names && !names.includes(projection.name)) continue
          const own = generations.list().filter(g => keyOf(g) === keyOf(projection))
          if (own.every(g => g.serving)) generations.create(projection)
        }
      }),
    /** Lets others go on with what we have not finished. */
    release: () => {
      const unfinished = pass
      pass = undefined
      if (unfinished) passes.release(unfinished)
    },
  }
}
export type ViewBuilder = ReturnType<typeof viewBuilder>
