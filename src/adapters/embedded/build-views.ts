import { listensTo, route } from '../../project.ts'
import type { AnyProjection } from '../../projection.ts'
import { recordedOf } from '../event-log/sqlite/event-row.ts'
import { type Generation, keyOf } from '../read-models/sqlite/generations.ts'
import { beatEvery, buildLease } from './build-lease.ts'
import { type BuildTarget, buildTarget } from './build-target.ts'
import { nearness, type ViewStore } from './feed-views.ts'

/** How far a build has come, in positions of the log. */
export type Building = {
  readonly name: string
  readonly version: number
  readonly done: number
  readonly total: number
}

/** Views that are built together because they stand at the same checkpoint: one pass over the log serves them all. */
type Pass = {
  readonly targets: readonly BuildTarget[]
  readonly sort: ReturnType<typeof route>
  readonly listened: (stream: string) => boolean
  readonly checkpoint: number
  readonly scanned: number
  readonly beat: number
}
const pageOf = { rows: 2_000, bytes: 4_000_000 }

/**
 * Builds views that are missing, far behind the log, or asked to be rebuilt, a page of the log a step, so that the thread
 * can do its other work in between. Documents and checkpoint are written together; indexes are made last; then the view serves.
 */
export const viewBuilder = (projections: readonly AnyProjection[], store: ViewStore) => {
  const { log, write, generations, documents, failed } = store
  const lease = buildLease()
  let pass: Pass | undefined
  let total = 0

  const passOf = (targets: readonly BuildTarget[], checkpoint: number, scanned = checkpoint): Pass => {
    const followed = targets.map(target => target.projection)
    return {
      targets,
      sort: route(followed),
      listened: listensTo(followed),
      checkpoint,
      scanned,
      beat: performance.now(),
    }
  }

  /** The generation of a view that needs work, made when there is none. */
  const wanting = (projection: AnyProjection, head: number): Generation | undefined => {
    const own = generations.list().filter(g => keyOf(g) === keyOf(projection))
    const pending = own.find(g => !g.serving)
    if (pending) return pending
    const serving = own[0]
    if (serving) return head - serving.checkpoint > nearness ? serving : undefined
    const id = generations.create(projection)
    return generations.list().find(g => g.id === id)
  }

  const begin = (): Pass | undefined => {
    const head = log.head()
    const found = projections.flatMap(projection => {
      if (failed.has(projection)) return []
      const generation = wanting(projection, head)
      return generation && lease.mayTake(generation) ? [{ projection, generation }] : []
    })
    if (found.length === 0) return undefined
    const checkpoint = Math.min(...found.map(({ generation }) => generation.checkpoint))
    const group = found.filter(({ generation }) => generation.checkpoint === checkpoint)
    for (const { generation } of group) generations.claim(generation.id, lease.me)
    total = head
    return passOf(
      group.map(({ projection, generation: g }) => buildTarget(projection, g.id, g.checkpoint > 0, documents)),
      checkpoint,
    )
  }

  /** Whether the generations are still ours and as far as we left them; if not, the work is thrown away. */
  const holds = ({ targets, checkpoint }: Pass): boolean => {
    const byId = new Map(generations.list().map(g => [g.id, g]))
    return targets.every(({ generation }) => {
      const found = byId.get(generation)
      return found?.owner === lease.me && found.checkpoint === checkpoint
    })
  }

  const save = (current: Pass, done: boolean): Pass | undefined =>
    write(() => {
      if (!holds(current)) return undefined
      for (const { projection, generation, changes } of current.targets) {
        documents.write(generation, changes(), current.checkpoint)
        generations.advance([generation], current.scanned, true)
        const serving = generations.list().some(g => g.id === generation && g.serving)
        if (done && !serving) generations.serve(projection, generation)
        generations.claim(generation, done ? null : lease.me)
      }
      return done ? undefined : passOf(current.targets, current.scanned)
    })

  const follow = (current: Pass): { readonly next: Pass; readonly more: boolean } => {
    const { rows, scanned, more } = log.readPage(current.scanned, undefined, pageOf)
    const { routes, failures } = current.sort(rows.filter(row => current.listened(row[3])).map(recordedOf))
    const failing = [...failures]
    for (const one of routes) {
      const failure = current.targets.find(({ projection }) => projection === one.projection)?.follow(one)
      if (failure) failing.push(failure)
    }
    if (failing.length === 0) return { next: { ...current, scanned }, more }
    for (const failure of failing) failed.add(failure)
    const going = current.targets.filter(({ projection }) => !failed.has(projection))
    return { next: { ...passOf(going, current.checkpoint, scanned), beat: current.beat }, more }
  }

  const beat = (current: Pass): Pass | undefined =>
    write(() => {
      if (!holds(current)) return undefined
      for (const { generation } of current.targets) generations.claim(generation, lease.me)
      return { ...current, beat: performance.now() }
    })

  const step = (): boolean => {
    const current = pass ?? write(begin)
    // Until the step has succeeded there is no pass: after an error the work starts again from what is stored.
    pass = undefined
    if (!current) return false
    const { next, more } = follow(current)
    const full = next.targets.reduce((sum, target) => sum + target.fullness(), 0) > 1
    if (!more || full) {
      pass = save(next, !more)
      for (const target of next.targets) target.written()
    } else pass = performance.now() - next.beat > beatEvery ? beat(next) : next
    return true
  }

  /** Whether a view is missing, far behind, or to be rebuilt. */
  const needed = (): boolean => {
    const head = log.head()
    const list = generations.list()
    return projections.some(projection => {
      const own = list.filter(g => keyOf(g) === keyOf(projection))
      return !failed.has(projection) && (own.length !== 1 || !own[0]!.serving || head - own[0]!.checkpoint > nearness)
    })
  }

  return {
    /** Does a piece of the work; false: there is nothing to do, or another process does it. */
    step,
    needed,
    building: (): readonly Building[] =>
      (pass?.targets ?? []).map(({ projection: { name, version } }) => ({ name, version, done: pass!.scanned, total })),
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
      const mine = pass?.targets ?? []
      pass = undefined
      if (mine.length === 0) return
      write(() => {
        for (const { generation } of mine) generations.claim(generation, null)
      })
    },
  }
}
export type ViewBuilder = ReturnType<typeof viewBuilder>
