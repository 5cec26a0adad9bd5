import type { AnyAggregate } from '../../domain/shared/decider.ts'
import type { EventLog } from '../../ports/event-log.ts'
import type { Snapshots } from '../../ports/snapshots.ts'
import { recentlyUsed } from '../recently-used.ts'
import { turns } from '../turns.ts'
import { foldFrom, type Loaded } from './fold.ts'

/** Streams of which this node remembers where their snapshots are. */
const remembered = 10_000

const beginning = (aggregate: AnyAggregate): Loaded<unknown> => ({ state: aggregate.initialState, revision: -1 })

/** Whether a stream is so long that a snapshot of it may exist. */
const isLong = ({ snapshots, initialState }: AnyAggregate, { revision }: { readonly revision: number }): boolean =>
  snapshots !== undefined && revision + 1 >= snapshots.every(initialState)

/** Other work runs between the steps. */
const settled = async ({ snapshots }: AnyAggregate, { state }: Loaded<unknown>): Promise<void> => {
  const turn = turns()
  for (const _ of snapshots?.settling?.(state) ?? []) await turn()
}

/**
 * Loads streams from their snapshots and writes new ones (ADR 0031). A snapshot counts only if the log has its last event at its
 * revision; what came after it is folded from the log. `onFault`: a snapshot could not be read or written, which costs only time.
 */
export const snapshotting = (log: EventLog, snapshots: Snapshots, onFault: (error: unknown) => void) => {
  /** The revision of the last snapshot of each stream, or of the last attempt to write one. */
  const last = recentlyUsed<number>(remembered)
  const writing = new Map<string, Promise<void>>()

  const restored = async (aggregate: AnyAggregate, stream: string): Promise<Loaded<unknown> | undefined> => {
    const { snapshots: how, initialState } = aggregate
    if (how === undefined) return undefined
    // a short stream is folded sooner than a file is looked for
    if (!isLong(aggregate, await log.streamHead(stream))) return undefined
    let state = initialState
    const use = (part: unknown) => {
      // the same release wrote it from the aggregate's own parts
      state = how.withPart(state, part as never)
    }
    const place = await snapshots.read(stream, use).catch(error => void onFault(error))
    if (!place) return undefined
    const { revision, eventId } = place
    const [event] = await log.readStream(stream, { from: revision, limit: 1 })
    if (event?.id !== eventId) return undefined
    last.set(stream, revision)
    return { state, revision }
  }

  const write = async (
    aggregate: AnyAggregate,
    stream: string,
    { state, revision }: Loaded<unknown>,
    eventId: string,
  ) => {
    last.set(stream, revision)
    await snapshots.write(stream, { revision, eventId }, aggregate.snapshots?.parts(state) ?? []).catch(onFault)
    writing.delete(stream)
  }

  /**
   * Writes a snapshot if enough events came after the last one, otherwise does nothing. Resolves when it is written.
   * `eventId`: of the event at the state's revision.
   */
  const grown = async (aggregate: AnyAggregate, stream: string, loaded: Loaded<unknown>, eventId: string) => {
    if (aggregate.snapshots === undefined) return
    if (loaded.revision - (last.get(stream) ?? -1) < aggregate.snapshots.every(loaded.state)) return
    const done = writing.get(stream) ?? write(aggregate, stream, loaded, eventId)
    writing.set(stream, done)
    await done
  }

  return {
    grown,
    /** A stream as it is in the log. Folding many events writes a snapshot first, and so spreads what a decision would compute at once. */
    async load(aggregate: AnyAggregate, stream: string): Promise<Loaded<unknown>> {
      const start = (await restored(aggregate, stream)) ?? beginning(aggregate)
      const { lastId, ...loaded } = await foldFrom(log, aggregate, stream, start)
      if (lastId !== undefined) await grown(aggregate, stream, loaded, lastId)
      if (isLong(aggregate, loaded)) await settled(aggregate, loaded)
      return loaded
    },
  }
}
