import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { displayTrackers } from '../../../src/domain/media-plans/display-trackers.ts'
import type { MediaPlan } from '../../../src/domain/media-plans/plan.ts'
import type { Trackers } from '../../../src/domain/media-plans/tracker-fields.ts'

const plan = (trackers: Trackers): MediaPlan => ({
  mediaPlanId: 1,
  mediaPlanName: 'Plan',
  sites: [
    {
      id: 1,
      siteId: 5,
      siteName: 'Site',
      placements: [{ placementId: 'P', placementName: 'Top', trackers: trackers as never }],
    },
  ],
  lastId: 1,
  lastSiteId: 5,
  lastPlacementId: 0,
})
const booked = { siteId: 5, placementId: 'P' }

test('finds a placement by site and id; without it there are no trackers', () => {
  assert.is(displayTrackers(undefined, booked), undefined)
  assert.is(displayTrackers(plan({}), undefined), undefined)
  assert.is(displayTrackers(plan({}), { ...booked, siteId: 6 }), undefined)
  assert.is(displayTrackers(plan({}), { ...booked, placementId: 'Q' }), undefined)
  assert.equal(displayTrackers(plan({}), booked), {
    placementName: 'Top',
    impressionTrackers: [],
    scriptTrackers: [],
    loadTrackers: [],
    clickTrackers: [],
  })
})

test('a primary click tracker redirects: at {redirect}, or after a final equals sign', () => {
  const clicks = (...primaryClickTracker: string[]) =>
    displayTrackers(plan({ primaryClickTracker }), booked)?.clickTrackers
  assert.equal(clicks('https://a.example.com/?to='), ['https://a.example.com/?to={redirect}'])
  assert.equal(clicks('https://a.example.com/{redirect}?x='), ['https://a.example.com/{redirect}?x='])
  assert.equal(clicks('https://a.example.com/count'), ['https://a.example.com/count'])
})

test('display tags do not request trackers of video and mobile tags', () => {
  const shown = displayTrackers(
    plan({ videoStartViewedTracker: ['https://a.example.com/'], mobileBannerClickTracker: ['https://b.example.com/'] }),
    booked,
  )
  assert.not.match(JSON.stringify(shown), /example/)
})

test.run()
