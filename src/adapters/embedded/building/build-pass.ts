import { listensTo, route } from '../../../engine/read/fold-batch.ts'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import { type Generation, keyOf } from '../../read-models/sqlite/generations.ts'
import { nearness, type ViewStore } from '../writing/feed-views.ts'
import { buildLease } from './build-lease.ts'
import { type BuildTarget, buildTarget } from './build-target.ts'

/** Views that are built together because they stand at the same checkpoint: one pass over the log serves them all. */
export type Pass = {
  readonly targets: readonly BuildTarget[]
  readonly sort: ReturnType<typeof route>
  readonly listened: (stream: string) => boolean
  /** What is stored of the views reflects the log up to here. */
  readonly checkpoint: number
  /** What is held of them reflects it up to here. */
  readonly scanned: number
  /** Head of the log when the pass began. */
  readonly total: number
  /** When others were last shown that somebody is at it, by `performance.now`. */
  readonly beat: number
  /** When its work was last saved, or begun. */
  readonly saved: number
}

type Place = Pick<Pass, 'checkpoint' | 'scanned' | 'total'>

const passOf = (targets: readonly BuildTarget[], { checkpoint, scanned, total }: Place): Pass => {
  const followed = targets.map(target => target.projection)
  const now = performance.now()
  const place = { checkpoint, scanned, total, beat: now, saved: now }
  return { targets, sort: route(followed), listened: listensTo(followed), ...place }
}

/** The pass without the views that must not be followed any further. */
export const without = (pass: Pass, stopped: (projection: AnyProjection) => boolean): Pass => {
  const going = pass.targets.filter(({ projection }) => !stopped(projection))
  return { ...passOf(going, pass), beat: pass.beat, saved: pass.saved }
}

/**
 * The beginnings and ends of passes in the store: which views need one, who takes it, what is saved of it. A generation that is
 * not ours any more, or not where we left it, ends the pass: its work is thrown away.
 */
export const buildPasses = (projections: readonly AnyProjection[], store: ViewStore) => {
  const { log, write, generations, documents, failed } = store
  const lease = buildLease()

  /** Whether a view is missing, far behind, or to be rebuilt. */
  const needed = (): boolean => {
    const head = log.head()
    const list = generations.list()
    return projections.some(projection => {
      const own = list.filter(g => keyOf(g) === keyOf(projection))
      return !failed.has(projection) && (own.length !== 1 || !own[0]!.serving || head - own[0]!.checkpoint > nearness)
    })
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

  /** Takes the views that stand lowest and that nobody else builds. */
  const take = (): Pass | undefined => {
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
    const targets = group.map(({ projection, generation: g }) =>
      buildTarget(projection, g.id, g.checkpoint > 0, documents),
    )
    return passOf(targets, { checkpoint, scanned: checkpoint, total: head })
  }

  /** Whether the generations are still ours and as far as we left them. */
  const holds = ({ targets, checkpoint }: Pass): boolean => {
    const byId = new Map(generations.list().map(g => [g.id, g]))
    return targets.every(({ generation }) => {
      const found = byId.get(generation)
      return found?.owner === lease.me && found.checkpoint === checkpoint
    })
  }

  /** Writes what is held, and lets finished views serve. Answers the pass to go on with. */
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

  /** Shows others that somebody is at it. */
  const beat = (current: Pass): Pass | undefined =>
    write(() => {
      if (!holds(current)) return undefined
      for (const { generation } of current.targets) generations.claim(generation, lease.me)
      return { ...current, beat: performance.now() }
    })

  /** Lets others go on with a pass that is not finished. */
  const release = ({ targets }: Pass) => {
    write(() => {
      for (const { generation } of targets) generations.claim(generation, null)
    })
  }
  return { needed, begin: () => write(take), save, beat, release }
}
