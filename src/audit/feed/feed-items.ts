import { apiKey } from '../../domain/keys/key.ts'
import { streamOf } from '../../domain/shared/decider.ts'
import type { FeedItem, FeedRequest } from '../../ports/event-feed.ts'
import type { Ports } from '../../ports/ports.ts'
import { eventJson } from '../event-json.ts'
import type { AuditReader } from '../reader.ts'
import type { Follower } from './follower.ts'
import { isRevocationOf, type LiveFeed } from './live-feed.ts'
import { olderEvents } from './older-events.ts'

/** Milliseconds between two signs of life of a quiet reader, and for which an index that lags is waited for. */
const lifeMs = 15_000
const indexMs = 1_000

type Needs = Pick<Ports, 'log' | 'readModels' | 'clock'>

/** The check of the request may have used a cached key, and the live feed begins later. */
const isRevoked = async ({ log }: Needs, { id }: FeedRequest['caller']): Promise<boolean> => {
  const [last] = await log.readStream(streamOf(apiKey, id), { backwards: true, limit: 1 })
  return last !== undefined && isRevocationOf(id, last)
}

/**
 * The items of one reader, from older events to live ones. It joins the live feed first and then reads what came before, so that
 * nothing is missing in between; a reader that falls behind does so again.
 */
export async function* feedItems(
  follower: Follower,
  live: LiveFeed,
  ports: Needs,
  auditor: AuditReader,
): AsyncGenerator<FeedItem> {
  const { request } = follower
  const { clock, readModels } = ports
  await live.begun()
  // a reading that has failed has no position: a client that continued from 0 would get everything again
  if ((await isRevoked(ports, request.caller)) || follower.isEnded()) return
  let position = request.after ?? live.upTo()
  let saidAt = clock.monotonic()
  const item = (json?: string): FeedItem => {
    saidAt = clock.monotonic()
    return json === undefined ? { position } : { position, json }
  }
  const isQuiet = () => clock.monotonic() - saidAt >= lifeMs
  yield item()
  while (!follower.isEnded()) {
    const upTo = live.join(follower)
    while (position < upTo && !follower.isEnded()) {
      const older = await olderEvents(ports, request, { after: position, upTo })
      for (const event of older.events) {
        position = event.position
        yield item(JSON.stringify(await eventJson(event, auditor)))
      }
      const isWaiting = older.upTo === position && older.events.length === 0
      position = older.upTo
      // a view that has stopped keeps its readers waiting, without a loop that never pauses
      if (isWaiting && (await readModels.waitFor(upTo, indexMs))) await follower.rung()
      if (isQuiet()) yield item()
    }
    while (!follower.isEnded() && !follower.isBehind()) {
      const next = follower.take()
      if (next !== undefined && next.event.position > position) {
        position = next.event.position
        yield item(next.json)
      } else if (next === undefined && isQuiet()) {
        if (live.upTo() > position) position = live.upTo()
        yield item()
      } else if (next === undefined) await follower.rung()
    }
  }
}
