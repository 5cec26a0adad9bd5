import type { EventLog, Position, Recorded } from '../../ports/event-log.ts'
import { FeedChanged, type Feeding, type FoldStore, type Later } from '../../ports/read-models.ts'
import { pause } from '../pause.ts'
import { turns } from '../turns.ts'
import { type Fold, flush, foldBatch, foldLater, openFold } from './fold-batch.ts'
import type { AnyProjection } from './projection.ts'
import { sizeOf } from './size-of.ts'

export type ProjectionRunner = {
  /** Feeds these views from their stored positions. */
  again(views: readonly AnyProjection[]): void
  /** Finishes the current batch and takes no more. */
  stop(): Promise<void>
}

/** Milliseconds before an unavailable store is retried, at least and at most: nodes do not all come back at once. */
const retryAfter = { least: 150, most: 600 }
const backOff = () => retryAfter.least + Math.random() * (retryAfter.most - retryAfter.least)
/** What is kept in memory while views are fed live, and while they catch up. */
const caches = {
  live: { characters: 8_000_000, documents: 50_000 },
  behind: { characters: 32_000_000, documents: 100_000 },
}
/** Events that are folded together while views catch up, and their characters. */
const together = { events: 2_000, characters: 4_000_000 }

const lowestIn = ({ views }: Fold): Position | undefined =>
  Iterator.from(views.values()).reduce<Position | undefined>(
    (low, view) => (low === undefined || view.reached() < low ? view.reached() : low),
    undefined,
  )

type Reading = {
  /** The position reached, and the number of events read. */
  onProgress?(position: Position, events: number): void
  readonly signal?: AbortSignal
}

/** Folds what the log has after the lowest position of the views, up to its head, and writes it. */
export const catchUp = async (
  log: Pick<EventLog, 'head' | 'readAll'>,
  store: Later<FoldStore>,
  positions: ReadonlyMap<AnyProjection, Position>,
  onFailure: Fold['onFailure'],
  { onProgress, signal }: Reading = {},
): Promise<ReadonlyMap<AnyProjection, Position>> => {
  const fold = openFold(positions, { cache: caches.behind, writes: 'when full', onFailure, turn: turns() })
  const head = await log.head()
  const after = lowestIn(fold) ?? head
  const prefixes = [...new Set([...positions.keys()].flatMap(({ categories }) => categories.map(name => `${name}-`)))]
  let page: Recorded[] = []
  let [characters, events] = [0, 0]
  const foldPage = async (to: Position) => {
    events += page.length
    await foldLater(foldBatch(fold, page, to), store)
    page = []
    characters = 0
    onProgress?.(to, events)
  }
  if (after < head)
    for await (const event of log.readAll({ after, prefixes })) {
      page.push(event)
      characters += sizeOf(event.data)
      if (page.length === together.events || characters >= together.characters) await foldPage(event.position)
      if (signal?.aborted || fold.views.size === 0) return new Map()
    }
  const last = page.at(-1)?.position ?? head
  await foldPage(last > head ? last : head)
  await foldLater(flush(fold), store)
  return new Map(Array.from(fold.views, ([view, cached]) => [view, cached.position()]))
}

/**
 * Feeds views from a log while this node may: up to the head, and then batch by batch. A projection that throws stops only
 * its own view, and `onError` names it. When a store is unavailable, `onError` is called, and feeding begins again from the stored
 * positions, with nothing in memory.
 */
export const runProjections = (
  log: EventLog,
  feeding: Feeding,
  views: readonly AnyProjection[],
  onError: (error: unknown, projection?: AnyProjection) => void,
): ProjectionRunner => {
  const stopped = new Set<AnyProjection>()
  const halt = new AbortController()
  let projections = views
  let beginAgain: () => void = () => {}

  const onFailure: Fold['onFailure'] = ({ projection, error }) => {
    stopped.add(projection)
    onError(error, projection)
  }
  const follow = async (): Promise<void> => {
    const begun = projections
    const stored = await feeding.positions(begun.filter(projection => !stopped.has(projection)))
    const { signal } = halt
    const reached = await catchUp(log, feeding, stored as Map<AnyProjection, Position>, onFailure, { signal })
    if (signal.aborted) return
    await feeding.caughtUp()
    const fold = openFold(reached, { cache: caches.live, writes: 'each batch', onFailure, turn: turns() })
    const batch = (events: readonly Recorded[], to: Position) => foldLater(foldBatch(fold, events, to), feeding)
    const head = await log.head()
    if (projections !== begun) return
    await new Promise<void>((resolve, reject) => {
      const subscription = log.subscribe({
        after: lowestIn(fold) ?? head,
        handle: events => batch(events, events.at(-1)!.position),
        onReached: to => batch([], to),
        onError: reject,
      })
      const end = () => subscription.stop().then(resolve, reject)
      beginAgain = end
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
    })
  }
  const run = async () => {
    while (!halt.signal.aborted) {
      try {
        await follow()
      } catch (error) {
        // who feeds the views has changed: that is no fault
        if (!(error instanceof FeedChanged)) onError(error)
        if (!halt.signal.aborted) await pause(backOff(), halt.signal)
      }
    }
  }
  const ended = run()
  return {
    again: given => {
      projections = given
      stopped.clear()
      beginAgain()
    },
    stop: async () => {
      halt.abort()
      await ended
    },
  }
}
