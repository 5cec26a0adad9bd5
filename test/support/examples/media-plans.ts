import type { MediaPlanEvent } from '../../../src/domain/media-plans/events.ts'
import { examplePlan } from '../../../src/domain/media-plans/plan.ts'

const at = '2026-05-01T10:00:00.000Z'

export const mediaPlanSaved: MediaPlanEvent = {
  type: 'MediaPlanSaved',
  data: { mediaPlanId: 9, plan: examplePlan, at },
}
export const trackersUpdated: MediaPlanEvent = {
  type: 'TrackersUpdated',
  data: {
    campaignId: 12,
    sites: [
      {
        id: 1,
        siteId: 501,
        siteName: 'The Potting Shed',
        appended: false,
        placements: [
          {
            placementId: 'P-101',
            placementName: 'Article, beside the text',
            appended: false,
            trackers: { primaryClickTracker: ['https://tracker.example.com/click'] },
            added: 1,
          },
        ],
      },
    ],
    at,
  },
}
