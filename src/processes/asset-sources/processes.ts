import { feedRuns } from './feed-runs.ts'
import { feedSchedules } from './feed-schedules.ts'
import { motionRuns } from './motion-runs.ts'
import { recommendationRuns } from './recommendation-runs.ts'
import { recommendationSchedules } from './recommendation-schedules.ts'
import { replacedViews } from './replaced-views.ts'

/** The processes that react to events of asset sources. */
export const assetSourceProcesses = [
  feedRuns,
  feedSchedules,
  motionRuns,
  recommendationRuns,
  recommendationSchedules,
  replacedViews,
] as const
