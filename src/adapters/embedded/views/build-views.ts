import { randomUUID } from 'node:crypto'
import { type Fold, flush, foldBatch, foldNow, openFold } from '../../../engine/read/fold-batch.ts'
import type { AnyProjection } from '../../../engine/read/projection.ts'
import { listensTo } from '../../../engine/read/route.ts'
import { FeedChanged } from '../../../ports/read-models.ts'
import type { Generation } from '../../read-models/sqlite/generations.ts'
import { nearness, type Parts, pageOf } from './feed-views.ts'

/** Progress of a build, in log positions. */
export type Building = {
  readonly name: string
  readonly version: number
  readonly done: number
  readonly total: number
}

const pagesOfStep = 8
/** Milliseconds between two heartbeats, until a builder without one counts as dead, and of work that a killed build loses at most. */
const every = { beat: 1_000, silence: 10_000, save: 10_000 }
/** Documents that are held until they are written, since frequent writes cost most. */
const cache = { characters: 44_000_000, documents: 250_000 }

/** Views built together because they have the same checkpoint: one pass over the log serves them all. */
type Pass = {
  readonly fold: Fold
  readonly listened: (stream: string) => boolean
  /** Events are plain objects, as for a view that follows: projections of an operator may copy them. */
  readonly whole: boolean
  /** The folded documents reflect the log up to this position. */
  scanned: number
  /** When the last heartbeat was sent, and when documents were written last, by `performance.now`. */
  beat: number
  saved: number
}

const processIsGone = (pid: number): boolean => {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/** Whether a generation has no living builder. Two builders would only waste work: each write names the position that it begins at. */
const builders = (me: string) => {
  const watched = new Map<number, { readonly beat: number; readonly since: number }>()
  return ({ id, owner, beat }: Generation): boolean => {
    if (owner === null || owner === me || processIsGone(Number.parseInt(owner, 10))) return true
    const seen = watched.get(id)
    if (seen?.beat !== beat) watched.set(id, { beat, since: performance.now() })
    return seen?.beat === beat && performance.now() - seen.since > every.silence
  }
}

/**
 * Builds views that are missing, far behind the log, or requested to be rebuilt. Each step folds some pages of the
 * log, so that the thread can do other work in between. Indexes are created last; then the view goes into service.
 */
export const viewBuilder = (projections: readonly AnyProjection[], parts: Parts) => {
  const { log, write, table, building, failed } = parts
  const me = `${process.pid}:${randomUUID()}`
  const mayBuild = builders(me)
  let pass: Pass | undefined

  /** The generation of a view that the background works on; undefined: none. A view that has no generation is missing. */
  const pending = (projection: AnyProjection, head: number): Generation | 'missing' | undefined => {
    const { serving, next } = table.of(projection)
    if (next || !serving) return next ?? 'missing'
    return head - serving.checkpoint > nearness ? serving : undefined
  }
  const needed = (): boolean => {
    const head = log.head()
    for (const projection of projections) if (!pending(projection, head)) failed.built.forget(projection)
    return projections.some(projection => pending(projection, head) && !failed.built.has(projection))
  }
  const generationsOf = ({ fold }: Pass): readonly Generation[] =>
    Array.from(fold.views.keys()).flatMap(view => table.of(view).next ?? table.of(view).serving ?? [])
  const claim = (of: Pass, owner: string | null): void => {
    for (const generation of generationsOf(of)) table.claim(generation, owner)
  }

  /** Claims the views with the lowest checkpoint that no other process is building. */
  const begin = (): Pass | undefined => {
    const head = log.head()
    const wanted = projections.filter(view => {
      const generation = failed.built.has(view) ? undefined : pending(view, head)
      return generation === 'missing' || (generation && mayBuild(generation))
    })
    const all = building.positions(wanted) as ReadonlyMap<AnyProjection, bigint>
    const [lowest] = [...all.values()].sort((a, b) => Number(a - b))
    if (lowest === undefined) return undefined
    const positions = new Map([...all].filter(([, position]) => position === lowest))
    const views = [...positions.keys()]
    const fold = openFold(positions, { cache, writes: 'when full', onFailure: failed.built.add })
    const whole = views.some(({ name }) => name.startsWith('own-'))
    const now = performance.now()
    const begun = { fold, listened: listensTo(views), whole, scanned: Number(lowest), beat: now, saved: now }
    claim(begun, me)
    return begun
  }
  /** Folds some pages; whether the log continues. */
  const follow = (current: Pass): boolean => {
    for (let pages = 0; pages < pagesOfStep && current.fold.views.size > 0; pages++) {
      const { listened, whole, fold } = current
      const { events, scanned, more } = log.replayPage(current.scanned, listened, { ...pageOf, whole })
      foldNow(foldBatch(fold, events, BigInt(scanned)), building)
      current.scanned = scanned
      if (!more) return false
    }
    return current.fold.views.size > 0
  }
  const finish = (current: Pass): void =>
    write(() => {
      foldNow(flush(current.fold), building)
      claim(current, null)
      for (const view of current.fold.views.keys()) building.swap(view)
    })
  const step = (): boolean => {
    const current = pass ?? write(begin)
    // no pass until the step succeeds: after an error, work restarts from the stored state
    pass = undefined
    if (!current) return false
    try {
      if (!follow(current)) {
        finish(current)
        return true
      }
      const now = performance.now()
      if (now - current.saved > every.save) {
        foldNow(flush(current.fold), building)
        current.saved = now
      }
      if (now - current.beat > every.beat) {
        write(() => claim(current, me))
        current.beat = now
      }
      pass = current
    } catch (error) {
      // another process has built or fed a view meanwhile
      if (!(error instanceof FeedChanged)) throw error
    }
    return true
  }

  return {
    /** Runs one step; false if there is nothing to do, or another process is doing it. */
    step,
    needed,
    /** Views not in service yet, whichever process builds them. */
    progress: (): readonly Building[] =>
      projections.flatMap(view => {
        const { next } = table.of(view)
        const { name, version } = view
        const done = pass?.fold.views.has(view) ? pass.scanned : next?.checkpoint
        return next && done !== undefined ? [{ name, version, done, total: log.head() }] : []
      }),
    /** Starts new generations of built views; readers keep the old ones until those are finished. */
    rebuild: (names: readonly string[] | undefined) =>
      write(() => {
        for (const projection of projections) {
          if (names && !names.includes(projection.name)) continue
          failed.built.forget(projection)
          table.create(projection)
        }
      }),
    /** Lets other processes continue the unfinished pass. */
    release: () => {
      const unfinished = pass
      pass = undefined
      if (unfinished) write(() => claim(unfinished, null))
    },
  }
}
