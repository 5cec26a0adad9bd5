import { type FairSlots, fairSlots } from '../../../engine/fair-slots.ts'
import { pause } from '../../../engine/pause.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { ReadModels } from '../../../ports/read-models.ts'
import { type Bucket, bucketOf, levelAt, slotOf, slotsAt, waitFor } from './levels.ts'

/** What a request counts as. `advertiserId`: one of the account's own that it is about. */
export type Counted = {
  readonly accountId: string
  readonly advertiserId?: number | undefined
  readonly isWrite: boolean
}

/** The quotas of the DSP, which all nodes share. */
export type Quota = {
  /** Waits until the request may be sent: accounts take turns, each in the order of its calls. Rejects with the reason of `signal`. */
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

/** One call after the other: an account that asks once waits for one call of each other account at most. */
const inTurns = () => fairSlots({ inAll: 1, perAccount: 1 })

/** Seconds for which a count is kept: longer than it decides, for nodes whose clock is behind. */
const keptSeconds = 120
/**
 * Token buckets per advertiser and per project, on counts that the nodes exchange every second (ADR 0057). No request waits for a
 * store.
 */
export const sharedQuota = ({ clock, volatile, wait = pause }: QuotaOptions): Quota => {
  const project = { reads: inTurns(), writes: inTurns() }
  const advertisers = new Map<string, FairSlots>()
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
  const longestWait = async (buckets: readonly Named[]): Promise<number> =>
    Math.max(0, ...(await Promise.all(buckets.map(waitOf))))
  /** Takes from all buckets or from none. The milliseconds to wait for those of the project; 0: taken; `advertiser`: wait for its own. */
  const tryToTake = (ofProject: readonly Named[], ofAdvertiser: readonly Named[]): Promise<number | 'advertiser'> =>
    counting.run('', async () => {
      const ms = await longestWait(ofProject)
      if (ms > 0) return ms
      if ((await longestWait(ofAdvertiser)) > 0) return 'advertiser'
      await add([...ofProject, ...ofAdvertiser], () => 1)
      return 0
    })
  /** Accounts that use one advertiser wait for its bucket here, so that nobody else waits behind them for the project's. */
  const turnsOf = (key: string): FairSlots => {
    const turns = advertisers.get(key) ?? inTurns()
    advertisers.set(key, turns)
    return turns
  }
  const untilTaken = async (
    { accountId, isWrite }: Counted,
    buckets: { readonly project: readonly Named[]; readonly advertiser: readonly Named[] },
    signal: AbortSignal | undefined,
  ): Promise<void> => {
    const pauseFor = async (ms: number) => {
      await wait(ms, signal)
      signal?.throwIfAborted()
    }
    for (;;) {
      for (let ms = await longestWait(buckets.advertiser); ms > 0; ms = await longestWait(buckets.advertiser))
        await pauseFor(ms)
      const isTaken = await (isWrite ? project.writes : project.reads).run(
        accountId,
        async () => {
          for (;;) {
            const ms = await tryToTake(buckets.project, buckets.advertiser)
            if (ms === 'advertiser') return false
            if (ms === 0) return true
            await pauseFor(ms)
          }
        },
        signal,
      )
      if (isTaken) return
    }
  }

  return {
    async take(counted, signal) {
      const buckets = { project: projectBuckets(counted), advertiser: advertiserBuckets(counted) }
      if (counted.advertiserId === undefined) return untilTaken(counted, buckets, signal)
      const key = `${counted.advertiserId} ${counted.isWrite}`
      const turns = turnsOf(key)
      await turns
        .run(counted.accountId, () => untilTaken(counted, buckets, signal), signal)
        .finally(() => {
          if (turns.isIdle()) advertisers.delete(key)
        })
    },
    usedUp: counted =>
      add(
        counted.advertiserId === undefined ? projectBuckets(counted) : advertiserBuckets(counted),
        ({ burst }) => burst,
      ),
  }
}
