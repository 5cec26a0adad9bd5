import { type FeedToRun, feedsToRun } from '../../../projections/asset-sources/feeds-to-run.ts'
import { feed } from '../../domain/asset-sources/feed.ts'
import { latestDue } from '../../domain/asset-sources/schedule.ts'
import { unleased } from '../../engine/react/leased.ts'
import { process } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { timeOf } from '../../ports/clock.ts'

export type ScheduleAction = { readonly do: 'request-run'; readonly id: string; readonly due: string }

const nextActions = ({ id, due, schedule }: FeedToRun, _: FeedToRun, now: string): readonly ScheduleAction[] =>
  due === undefined || schedule === undefined ? [] : [{ do: 'request-run', id, due: latestDue(schedule, due, now) }]

/** Requests the runs of scheduled feeds, once each on whatever number of nodes (SOURCE-8). */
export const feedSchedules = process({
  name: 'feed-schedules',
  todo: feedsToRun,
  concurrency: 4,
  claim: unleased<FeedToRun>({
    onFail: ({ item: { accountId, assetSourceId }, ports }, reason) =>
      ports.logger.error({ accountId, assetSourceId, reason }, 'a run of a feed could not be requested'),
  }),
  nextActions,
  async perform({ id, due }, { work, ports }) {
    settled(await work.execute(feed, id, { kind: 'RunDue', due, at: timeOf(ports) }))
  },
})
