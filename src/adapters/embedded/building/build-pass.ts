import { type HeldView, heldView } from '../../../engine/read/held-view.ts'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import { listensTo, route } from '../../../engine/read/route.ts'
import { type Generation, keyOf } from '../../read-models/sqlite/generations.ts'
import { nearness, type ViewStore } from '../writing/feed-views.ts'
import { buildLease } from './build-lease.ts'

/** A generation that is being built. */
type BuildTarget = HeldView & { readonly generation: number }

/** Views built together because they have the same checkpoint: one pass over the log serves them all. */
export type Pass = {
  readonly targets: readonly BuildTarget[]
  readonly sort: ReturnType<typeof route>
  readonly listened: (stream: string) => boolean
  /** Events are plain objects, as for a view that follows: projections of an operator may copy them. */
  readonly whole: boolean
  /** The stored documents reflect the log up to this position. */
  readonly checkpoint: number
  /** The documents in memory reflect the log up to this position. */
  readonly scanned: number
  /** Head of the log when the pass started. */
  readonly total: number
  /** Time of the last heartbeat, by `performance.now`. */
  readonly beat: number
  /** Time of the last save, or of the start. */
  readonly saved: number
}

type Place = Pick<Pass, 'checkpoint' | 'scanned' | 'total'>

const passOf = (targets: readonly BuildTarget[], { checkpoint, scanned, total }: Place): Pass => {
  const followed = targets.map(target => target.projection)
  const now = performance.now()
  const place = { checkpoint, scanned, total, beat: now, saved: now }
  const whole = followed.some(({ name }) => name.startsWith('own-'))
  return { targets, sort: route(followed), listened: listensTo(followed), whole, ...place }
}

/** The pass without the views that have stopped. */
export const without = (pass: Pass, stopped: (projection: AnyProjection) => boolean): Pass => {
  const going = pass.targets.filter(({ projection }) => !stopped(projection))
  return { ...passOf(going, pass), beat: pass.beat, saved: pass.saved }
}

/**
 * Starts and ends passes in the store: which views need building, which process builds them, and what is saved. A pass
 * whose generation has another owner or checkpoint ends, and its work is discarded.
 */
export const buildPasses = (projections: readonly AnyProjection[], store: ViewStore) => {
  const { log, write, generations, documents, failed } = store
  const lease = buildLease()

  /** Whether any view is missing, far behind, or requested to be rebuilt. */
  const needed = (): boolean => {
    const head = log.head()
    const list = generations.list()
    return projections.some(projection => {
      const own = list.filter(g => keyOf(g) === keyOf(projection))
      const isBuilt = own.length === 1 && own[0]!.serving && head - own[0]!.checkpoint <= nearness
      if (isBuilt) failed.built.forget(projection)
      return !isBuilt && !failed.built.has(projection)
    })
  }

  /** The generation of a view to build, created if missing. */
  const wanting = (projection: AnyProjection, head: number): Generation | undefined => {
    const own = generations.list().filter(g => keyOf(g) === keyOf(projection))
    const pending = own.find(g => !g.serving)
    if (pending) return pending
    const serving = own[0]
    if (serving) return head - serving.checkpoint > nearness ? serving : undefined
    const id = generations.create(projection)
    return generations.list().find(g => g.id === id)
  }

  /** Claims the views with the lowest checkpoint that no other process is building. */
  const take = (): Pass | undefined => {
    const head = log.head()
    const found = projections.flatMap(projection => {
      if (failed.built.has(projection)) return []
      const generation = wanting(projection, head)
      return generation && lease.mayTake(generation) ? [{ projection, generation }] : []
    })
    if (found.length === 0) return undefined
    const checkpoint = Math.min(...found.map(({ generation }) => generation.checkpoint))
    const group = found.filter(({ generation }) => generation.checkpoint === checkpoint)
    for (const { generation } of group) generations.claim(generation.id, lease.me)
    const targets = group.map(({ projection, generation: { id: generation, checkpoint: from } }) => {
      const held = heldView(projection, ids => documents.load(generation, ids), from > 0)
      return { ...held, generation }
    })
    return passOf(targets, { checkpoint, scanned: checkpoint, total: head })
  }

  /** Whether this process still owns the generations and their checkpoint is unchanged. */
  const holds = ({ targets, checkpoint }: Pass): boolean => {
    const byId = new Map(generations.list().map(g => [g.id, g]))
    return targets.every(({ generation }) => {
      const found = byId.get(generation)
      return found?.owner === lease.me && found.checkpoint === checkpoint
    })
  }

  /** Saves the documents in memory and puts finished views into service. Returns the pass to continue. */
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
      return done ? undefined : passOf(current.targets, { ...current, checkpoint: current.scanned })
    })

  /** Sends a heartbeat to other processes. */
  const beat = (current: Pass): Pass | undefined =>
    write(() => {
      if (!holds(current)) return undefined
      for (const { generation } of current.targets) generations.claim(generation, lease.me)
      return { ...current, beat: performance.now() }
    })

  /** Lets other processes continue an unfinished pass. */
  const release = ({ targets }: Pass) => {
    write(() => {
      for (const { generation } of targets) generations.claim(generation, null)
    })
  }
  return { needed, begin: () => write(take), save, beat, release }
}
