import { feedRuns } from './feed-runs.ts'
import { feedSchedules } from './feed-schedules.ts'
import { motionRuns } from './motion-runs.ts'

/** The processes that react to events of asset sources. */
export const assetSourceProcesses = [feedRuns, feedSchedules, motionRuns] as const
