import { fairSlots } from '../../../engine/fair-slots.ts'
import { pause } from '../../../engine/pause.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { ReadModels } from '../../../ports/read-models.ts'
import { type Bucket, bucketOf, levelAt, slotOf, slotsAt, waitFor } from './levels.ts'

/** What a request counts as. `advertiserId`: of its path. */
export type Counted = { readonly advertiserId?: number | undefined; readonly isWrite: boolean }

/** The quotas of the DSP, which all nodes share. */
export type Quota = {
  /** Waits until the request may be sent, in the order of an advertiser's calls. Rejects with the reason of `signal`. */
  take(counted: Counted, signal?: AbortSignal): Promise<void>
  /** The DSP has refused a request for its quota: all nodes wait until some of it has flowed back. */
  usedUp(counted: Counted): Promise<void>
}

/** Requests per minute. */
export type QuotaLimits = { readonly requests: number; readonly writes: number }

/** https://developers.google.com/display-video/api/limits */
export const quotas: { readonly project: QuotaLimits; readonly advertiser: QuotaLimits } = {
  project: { requests: 1_500, writes: 700 },
  advertiser: { requests: 300, writes: 150 },
}

export type QuotaOptions = {
  readonly clock: Pick<Clock, 'now'>
  readonly volatile: Pick<ReadModels['volatile'], 'add' | 'get'>
  /** For tests: a wait on a clock of their own. */
  readonly wait?: typeof pause
}

type Named = Bucket & { readonly key: string }

const bucketsIn = (scope: string, { requests, writes }: QuotaLimits, isWrite: boolean): readonly Named[] => [
  { key: `dsp:${scope}:requests`, ...bucketOf(requests) },
  ...(isWrite ? [{ key: `dsp:${scope}:writes`, ...bucketOf(writes) }] : []),
]
const projectBuckets = ({ isWrite }: Counted) => bucketsIn('project', quotas.project, isWrite)
const advertiserBuckets = ({ advertiserId, isWrite }: Counted) =>
  advertiserId === undefined ? [] : bucketsIn(String(advertiserId), quotas.advertiser, isWrite)

/** Seconds for which a count is kept: longer than it decides, for nodes whose clock is behind. */
const keptSeconds = 120
/** Calls that wait for their turn, of all advertisers. */
const mostTurns = 1_000

/**
 * Token buckets per advertiser and per project, on counts that the nodes exchange every second (ADR 0057). No request waits for a
 * store.
 */
export const sharedQuota = ({ clock, volatile, wait = pause }: QuotaOptions): Quota => {
  const turns = fairSlots({ inAll: mostTurns, perAccount: 1 })
  const counting = fairSlots({ inAll: 1, perAccount: 1 })
  const now = () => clock.now().getTime()

  const add = async (buckets: readonly Named[], tokensOf: (bucket: Named) => number): Promise<void> => {
    const slot = slotOf(now())
    for (const bucket of buckets) await volatile.add(`${bucket.key}:${slot}`, tokensOf(bucket), keptSeconds)
  }
  const waitOf = async (bucket: Named): Promise<number> => {
    const at = now()
    const counts = await volatile.get(slotsAt(at).map(slot => `${bucket.key}:${slot}`))
    return waitFor(
      bucket,
      levelAt(
        bucket,
        counts.map(count => Number(count ?? 0)),
        at,
      ),
    )
  }
  /** Takes from all buckets or from none. The milliseconds to wait before the next try; 0: taken. */
  const tryToTake = (buckets: readonly Named[]): Promise<number> =>
    counting.run('', async () => {
      const waits = await Promise.all(buckets.map(waitOf))
      const longest = Math.max(...waits)
      if (longest === 0) await add(buckets, () => 1)
      return longest
    })

  return {
    take: (counted, signal) =>
      turns.run(
        String(counted.advertiserId ?? ''),
        async () => {
          const buckets = [...projectBuckets(counted), ...advertiserBuckets(counted)]
          for (;;) {
            const ms = await tryToTake(buckets)
            if (ms === 0) return
            await wait(ms, signal)
            signal?.throwIfAborted()
          }
        },
        signal,
      ),
    usedUp: counted =>
      add(
        counted.advertiserId === undefined ? projectBuckets(counted) : advertiserBuckets(counted),
        ({ burst }) => burst,
      ),
  }
}
