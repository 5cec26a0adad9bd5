import { test } from 'uvu'
import { mediaPlans } from '../../../projections/media-plans/media-plans.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const plan = (mediaPlanName: string) => ({
  mediaPlanName,
  sites: [
    { id: 1, siteId: 501, siteName: 'Site', placements: [{ placementId: 'P-1', placementName: 'Beside the text' }] },
  ],
})
const at = '2026-05-01T10:00:00.000Z'
const saved = (name: string) => ({ type: 'MediaPlanSaved', data: { mediaPlanId: 7, plan: plan(name), at } })
const tracked = {
  type: 'TrackersUpdated',
  data: {
    sites: [
      {
        id: 1,
        siteId: 501,
        siteName: 'Site',
        appended: false,
        placements: [
          {
            placementId: 'P-1',
            placementName: 'Beside the text',
            appended: false,
            trackers: { bannerImpressionTrackers: ['https://t.example.com/i'] },
            added: 1,
          },
        ],
      },
    ],
    at,
  },
}

test('saving a plan again keeps the trackers of its placements', () => {
  const { documents } = givenEvents(mediaPlans)(
    ...inStream('media-plan-acme:7', [saved('Before'), tracked, saved('After')]),
  )
  const now = documents['acme:7']
  const placement = now?.plan.sites[0]?.placements[0]
  if (now?.plan.mediaPlanName !== 'After' || now.revision !== 2) throw new Error(JSON.stringify(now))
  if (JSON.stringify(placement?.trackers.bannerImpressionTrackers) !== '["https://t.example.com/i"]')
    throw new Error(JSON.stringify(placement))
})

test.run()
