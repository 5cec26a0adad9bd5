import type { EventFeed, FeedReader, FeedRequest } from '../../ports/event-feed.ts'
import type { Ports } from '../../ports/ports.ts'
import { levelOf } from '../../ports/store-away.ts'
import { eventJson } from '../event-json.ts'
import { auditReader } from '../reader.ts'
import { feedItems } from './feed-items.ts'
import { type Follower, followerOf } from './follower.ts'
import { liveFeed } from './live-feed.ts'

/** Readers that one account (or all accounts together) and a node may have at a time. */
const most = { account: 20, node: 500 }
/** Milliseconds between two looks at keys and signs of life. */
const tickMs = 1_000

const ended: FeedReader = { next: async () => undefined, close: () => undefined }

/** Opens the feed of a node (AUDIT-8). */
export const openEventFeed = (
  ports: Pick<Ports, 'log' | 'readModels' | 'secrets' | 'clock' | 'logger'>,
): EventFeed & {
  /** Ends readers whose key expired, and shows life to quiet ones; also runs every second by itself. */
  tick(): void
  /** Ends all readers. */
  stop(): void
} => {
  const { log, clock, logger } = ports
  const auditor = auditReader(ports)
  const onError = (err: unknown) =>
    logger[levelOf(err, 'error')]({ err }, 'an event stream ended, because the log could not be read')
  const live = liveFeed({ log, textOf: async event => JSON.stringify(await eventJson(event, auditor)), onError })
  let stopped = false

  const isFull = ({ accountId }: FeedRequest): boolean => {
    const ofClients = ({ request }: Follower) => !request.isOwn
    const ofSame = (follower: Follower) => ofClients(follower) && follower.request.accountId === accountId
    return live.count(ofClients) >= most.node || live.count(ofSame) >= most.account
  }
  const tick = () => {
    const now = clock.now().toISOString()
    live.each(follower => {
      const { expiresAt } = follower.request.caller
      if (expiresAt !== undefined && expiresAt <= now) follower.end()
      else follower.ring()
    })
  }
  const timer = setInterval(tick, tickMs)
  timer.unref()

  return {
    open(request) {
      if (stopped) return ended
      if (!request.isOwn && isFull(request)) return 'full'
      const follower = followerOf(request)
      live.add(follower)
      const items = feedItems(follower, live, ports, auditor)
      const close = () => {
        follower.end()
        live.remove(follower)
      }
      return {
        async next() {
          try {
            const { done, value } = await items.next()
            if (done) close()
            return done ? undefined : value
          } catch (error) {
            close()
            onError(error)
            return undefined
          }
        },
        close,
      }
    },
    tick,
    stop() {
      stopped = true
      clearInterval(timer)
      live.endAll()
    },
  }
}
