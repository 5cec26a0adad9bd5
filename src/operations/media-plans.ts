import { putMediaPlan } from '../../commands/media-plans/put-media-plan.ts'
import { updateTrackers } from '../../commands/media-plans/update-trackers.ts'
import { getMediaPlan } from '../../queries/media-plans/get-media-plan.ts'
import { listTrackers } from '../../queries/media-plans/list-trackers.ts'
import { area, get, put } from './row.ts'

const plan = '/v2/accounts/:accountId/media-plans/:mediaPlanId'

/** Media plans and the trackers of their placements. */
export const mediaPlans = area('Media plans', [
  get(`${plan}/trackers/:campaignId`, 'MediaPlan_View', { listTrackers }),
  put(`${plan}/trackers/:campaignId`, 'MediaPlan_Tags_Create', { updateTrackers }),
  put(plan, 'MediaPlan_Tags_Create', { putMediaPlan }),
  get(plan, 'MediaPlan_View', { getMediaPlan }),
])
