import { apiKey } from '../../domain/keys/key.ts'
import type { EventLog, Position, Recorded, Subscription } from '../../ports/event-log.ts'
import type { Follower, LiveEvent } from './follower.ts'
import { followersByAccount } from './followers-by-account.ts'
import { feedEvent } from './in-feed.ts'

type Given = {
  readonly log: Pick<EventLog, 'head' | 'subscribe'>
  readonly textOf: (event: Recorded) => Promise<string>
  readonly onError: (error: unknown) => void
}

const revoked = 'ApiKeyRevoked'

/** Whether the event ends what this key may do. */
export const isRevocationOf = (keyId: string, { stream, type }: Recorded): boolean =>
  type === revoked && stream === `${apiKey.category}-${keyId}`

/** One reading of the log for all followers of a node, from the first follower until the last one has left. */
export const liveFeed = ({ log, textOf, onError }: Given) => {
  const followers = followersByAccount()
  let reading: { readonly begun: Promise<void>; upTo: Position; subscription?: Subscription } | undefined

  const endAll = () => {
    for (const follower of followers.all) follower.end()
  }
  const prepared = async (recorded: Recorded): Promise<LiveEvent> => {
    const event = feedEvent(recorded)
    for (const follower of followers.concernedBy(event))
      if (follower.wants(event)) return { ...event, json: await textOf(recorded) }
    return { ...event, json: undefined }
  }
  const begin = () => {
    const own = { begun: Promise.resolve(), upTo: 0n, subscription: undefined as Subscription | undefined }
    const failed = (error: unknown) => {
      if (reading !== own) return
      reading = undefined
      endAll()
      onError(error)
    }
    const handle = async (events: readonly Recorded[]) => {
      const batch: LiveEvent[] = []
      for (const event of events) batch.push(await prepared(event))
      // in one go, so that a follower that joins meanwhile gets all of the batch or nothing of it
      for (const live of batch) {
        if (live.event.type === revoked)
          for (const follower of followers.all)
            if (isRevocationOf(follower.request.caller.id, live.event)) follower.end()
        for (const follower of followers.concernedBy(live)) follower.offer(live)
      }
      own.upTo = batch.at(-1)?.event.position ?? own.upTo
    }
    own.begun = log.head().then(
      head => {
        own.upTo = head
        if (reading === own) own.subscription = log.subscribe({ after: head, handle, onError: failed })
      },
      error => failed(error),
    )
    return own
  }
  return {
    count: (of: (follower: Follower) => boolean): number => [...followers.all].filter(of).length,
    /** Adds a follower; the first one begins the reading. */
    add(follower: Follower): void {
      followers.add(follower)
      reading ??= begin()
    },
    /** Resolves when the position is known that the reading began at. */
    begun: async (): Promise<void> => reading?.begun,
    /** The last one that leaves ends the reading. */
    remove(follower: Follower): void {
      if (!followers.delete(follower) || followers.all.size > 0) return
      const last = reading
      reading = undefined
      last?.subscription?.stop().catch(onError)
    },
    /** From now on the follower gets the events after the position that is returned. */
    join(follower: Follower): Position {
      follower.join()
      return reading?.upTo ?? 0n
    },
    upTo: (): Position => reading?.upTo ?? 0n,
    each(visit: (follower: Follower) => void): void {
      for (const follower of followers.all) visit(follower)
    },
    endAll,
  }
}
export type LiveFeed = ReturnType<typeof liveFeed>
