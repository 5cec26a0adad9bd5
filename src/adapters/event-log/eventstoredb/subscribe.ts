import { ofStreams } from '../../../engine/read/of-streams.ts'
import type { EventLog, OfStreams, Position, Recorded, Subscription } from '../../../ports/event-log.ts'
import type { LiveFeed } from './live-feed.ts'
import { scan } from './scan.ts'
import type { Store } from './store.ts'

type Options = Parameters<EventLog['subscribe']>[0]

/** Maximum size of a batch. */
const batch = 500

/** Prefixes, as names in the store, of the wanted streams and perhaps of some more; our whole log if all are wanted. */
export const prefixesInStore = ({ names }: Pick<Store, 'names'>, { streams, prefixes }: OfStreams) => {
  if (!streams && !prefixes) return [names.inStore('')]
  const whole = streams ?? []
  const others = prefixes?.filter(prefix => !whole.some(name => prefix.startsWith(name))) ?? []
  return [...whole, ...others].map(names.inStore)
}

/** Follows the shared feed near the head, and reads on its own until then. */
export const subscribeTo = (store: Store, feed: LiveFeed, options: Options): Subscription => {
  const stopping = new AbortController()
  const { signal } = stopping
  const isWanted = ofStreams(options)
  const wanted = (events: readonly Recorded[]) => events.filter(event => isWanted(event.stream))

  const handOn = async (events: readonly Recorded[]) => {
    if (events.length > 0 && !signal.aborted) await options.handle(events)
  }

  const catchUp = async (after: Position, until: Position): Promise<Position> => {
    const prefixes = prefixesInStore(store, options)
    const stretch = { after, until, prefixes, signal, patienceMs: Number.POSITIVE_INFINITY }
    for await (const { events } of scan(store, stretch)) await handOn(wanted(events))
    return until
  }

  const follow = async () => {
    let position = options.after
    while (!signal.aborted) {
      const stretch = feed.after(position, batch)
      const upTo = feed.upTo()
      if (stretch !== undefined && stretch.upTo > position) {
        await handOn(wanted(stretch.events))
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
