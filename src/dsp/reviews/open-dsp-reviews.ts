import { LRUCache } from 'lru-cache'
import type { Reviewed } from '../../domain/dsp/reviews.ts'
import { fairSlots } from '../../engine/fair-slots.ts'
import { timeOf } from '../../ports/clock.ts'
import { type DspCreative, type DspFailure, isDspFailure } from '../../ports/dsp.ts'
import type { DspReviews, ReviewedAt, WantedReviews } from '../../ports/dsp-reviews.ts'
import type { Ports } from '../../ports/ports.ts'

/** One reading of the creatives of an account at an advertiser that have changed since `since`. */
type Reading = {
  readonly since: string
  /** The earliest time that was asked for while the reading counted. */
  readonly askedSince: string
  /** By the clock of this node, ISO 8601. */
  readonly begunAt: string
  /** Until when it counts, by the monotonic clock. */
  readonly until: number
  readonly found: ReadonlyMap<string, readonly Reviewed[]> | DspFailure
}

/** A reading counts for so many times as long as it took: then all questions about reviews take a tenth of the quota at most. */
const timesAsLong = 10
/** Milliseconds: the longest time between two questions of a campaign (ACTIVATION-13). */
const longest = 30 * 60_000
/** Milliseconds for a failure, which may be over: the shortest time between two questions of a campaign. */
const longestOfFailure = 60_000
/** Milliseconds by which the clocks of two nodes may differ. */
const spareMs = 5 * 60_000
/** Creatives of all readings that a node keeps. */
const mostKept = 100_000
/** Questions that wait for their turn. */
const mostTurns = 1_000

const decidedIn = (creatives: readonly DspCreative[]): ReadonlyMap<string, readonly Reviewed[]> => {
  const reviewed = creatives.flatMap(({ tagId, creativeId, review }): Reviewed[] =>
    review === 'pending' ? [] : [{ tagId, creativeId, review }],
  )
  return Map.groupBy(reviewed, ({ tagId }) => tagId)
}

const keyOf = ({ accountId, dspPartnerId, dspAdvertiserId }: ReviewedAt): string =>
  `${accountId} ${dspPartnerId} ${dspAdvertiserId}`

/**
 * Reads the reviews of the DSP for all campaigns of an account at an advertiser (ADR 0167). The DSP cannot list the creatives of one
 * campaign, so each reading takes as many requests as all of them need.
 */
export const openDspReviews = ({ dsp, dspAccess, clock }: Pick<Ports, 'dsp' | 'dspAccess' | 'clock'>): DspReviews => {
  const turns = fairSlots({ inAll: mostTurns, perAccount: 1 })
  const readings = new LRUCache<string, Reading>({
    maxSize: mostKept,
    sizeCalculation: ({ found }) => 1 + (isDspFailure(found) ? 0 : found.size),
  })

  const read = async (at: ReviewedAt, since: string, signal?: AbortSignal) => {
    const { accountId, dspPartnerId, dspAdvertiserId: advertiserId } = at
    const [begunAt, begun] = [timeOf({ clock }), clock.monotonic()]
    const isWanted = (tagId: string) => tagId.startsWith(`${accountId}:`)
    const access = dspAccess.of(accountId, dspPartnerId)
    const listed = await dsp.findCreatives(access, { advertiserId, since, isWanted }, signal)
    const now = clock.monotonic()
    const until = now + Math.min((now - begun) * timesAsLong, isDspFailure(listed) ? longestOfFailure : longest)
    return { since, begunAt, until, found: isDspFailure(listed) ? listed : decidedIn(listed) }
  }
  const counts = (held: Reading, { since, changedAt }: WantedReviews): boolean =>
    clock.monotonic() < held.until &&
    held.since <= since &&
    (changedAt === undefined || Date.parse(held.begunAt) >= Date.parse(changedAt) + spareMs)

  const readingFor = async (at: ReviewedAt, wanted: WantedReviews, signal?: AbortSignal): Promise<Reading> => {
    const { since } = wanted
    const held = readings.get(keyOf(at))
    const askedSince = held !== undefined && held.askedSince < since ? held.askedSince : since
    if (held !== undefined && counts(held, wanted)) return { ...held, askedSince }
    return { ...(await read(at, askedSince, signal)), askedSince: since }
  }
  const found = async (at: ReviewedAt, wanted: WantedReviews, signal?: AbortSignal): Promise<Reading['found']> => {
    const reading = await readingFor(at, wanted, signal)
    const wasEnded = isDspFailure(reading.found) && reading.found.code === 'ended'
    if (!wasEnded) readings.set(keyOf(at), reading)
    return reading.found
  }

  return {
    decided: async (at, wanted, signal) => {
      const decided = await turns.run(keyOf(at), () => found(at, wanted, signal), signal)
      return isDspFailure(decided) ? decided : [...wanted.tagIds].flatMap(tagId => decided.get(tagId) ?? [])
    },
  }
}
