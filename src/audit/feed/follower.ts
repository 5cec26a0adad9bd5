import type { FeedRequest } from '../../ports/event-feed.ts'
import { type FeedEvent, isInFeed } from './in-feed.ts'

/** A live event; `json` is undefined if nobody wanted it when the batch was prepared. */
export type LiveEvent = FeedEvent & { readonly json: string | undefined }

/** Bounds of what waits for a slow reader: it holds memory, and can be read again from the log. */
const most = { events: 64, characters: 262_144 }

/** The live events that wait for one reader. */
export const followerOf = (request: FeedRequest) => {
  let waiting: LiveEvent[] = []
  let characters = 0
  let behind = false
  let ended = false
  let rung = false
  let wake: (() => void) | undefined
  const ring = () => {
    rung = true
    wake?.()
  }
  const fallBehind = () => {
    waiting = []
    characters = 0
    behind = true
  }
  return {
    request,
    wants: (event: FeedEvent): boolean => isInFeed(request, event),
    /** A new event of the log, in order. One too many, or one without its text, leaves the reader behind. */
    offer(live: LiveEvent): void {
      if (ended || behind || !isInFeed(request, live)) return
      const size = live.json?.length ?? Number.POSITIVE_INFINITY
      const isTooMuch = waiting.length >= most.events || (waiting.length > 0 && characters + size > most.characters)
      if (isTooMuch || live.json === undefined) fallBehind()
      else {
        waiting.push(live)
        characters += size
      }
      ring()
    },
    /** From now on the events that are offered wait; earlier ones are read from the log. */
    join(): void {
      waiting = []
      characters = 0
      behind = false
    },
    take(): LiveEvent | undefined {
      const first = waiting.shift()
      characters -= first?.json?.length ?? 0
      return first
    },
    isBehind: () => behind,
    isEnded: () => ended,
    end(): void {
      ended = true
      waiting = []
      ring()
    },
    ring,
    /** Resolves when it was rung since the last time. */
    async rung(): Promise<void> {
      if (!rung)
        await new Promise<void>(resolve => {
          wake = resolve
        })
      rung = false
      wake = undefined
    },
  }
}
export type Follower = ReturnType<typeof followerOf>
