import type { EventLog, Position, Recorded, Subscription } from '../../../ports/event-log.ts'
import type { LiveFeed } from './live-feed.ts'
import { scan } from './scan.ts'
import type { Store } from './store.ts'

type Options = Parameters<EventLog['subscribe']>[0]

/** Maximum size of a batch. */
const batch = 500

const withPrefix = (prefixes: readonly string[] | undefined) => (event: Recorded) =>
  prefixes === undefined || prefixes.some(prefix => event.stream.startsWith(prefix))

/** The prefixes as names in the store; our whole log if there are none. */
export const prefixesInStore = ({ names }: Pick<Store, 'names'>, prefixes: readonly string[] | undefined) =>
  (prefixes ?? ['']).map(names.inStore)

/** Follows the shared feed near the head, and reads on its own until then. */
export const subscribeTo = (store: Store, feed: LiveFeed, options: Options): Subscription => {
  const stopping = new AbortController()
  const { signal } = stopping
  const wanted = withPrefix(options.prefixes)

  const handOn = async (events: readonly Recorded[]) => {
    if (events.length > 0 && !signal.aborted) await options.handle(events)
  }

  const catchUp = async (after: Position, until: Position): Promise<Position> => {
    const prefixes = prefixesInStore(store, options.prefixes)
    const stretch = { after, until, prefixes, signal, patienceMs: Number.POSITIVE_INFINITY }
    for await (const { events } of scan(store, stretch)) await handOn(events)
    return until
  }

  const follow = async () => {
    let position = options.after
    while (!signal.aborted) {
      const stretch = feed.after(position, batch)
      const upTo = feed.upTo()
      if (stretch !== undefined && stretch.upTo > position) {
        await handOn(stretch.events.filter(wanted))
        position = stretch.upTo
      } else if (stretch === undefined && upTo !== undefined && upTo > position) {
        position = await catchUp(position, upTo)
      } else {
        await feed.news()
      }
    }
  }

  feed.start()
  const done = Promise.resolve()
    .then(follow)
    .catch(error => {
      if (!signal.aborted) options.onError?.(error)
    })
  return {
    stop: async () => {
      stopping.abort()
      feed.ring()
      await done
    },
  }
}
