import { test } from 'uvu'
import { endingsToDo } from '../../../projections/activation/endings-to-do.ts'
import { activationCompleted, activationRequested, campaignEnded } from '../../support/examples/activation.ts'
import { campaignCreated, campaignUpdated } from '../../support/examples/campaign.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const created = (...more: Parameters<typeof campaignUpdated>[0][]) =>
  inStream('retail-campaign-acme:12', [
    campaignCreated({ endDate: '2026-05-31' }),
    ...more.map(m => campaignUpdated(m)),
  ])
const live = inStream('activation-acme:12', [activationRequested(), activationCompleted()])

test('a running campaign is due to end after its last day, in UTC', () =>
  givenEvents(endingsToDo)(...created(), ...live).thenIn('acme:12', {
    todo: 'open',
    running: true,
    notBefore: '2026-06-01T00:00:00.000Z',
  }))
test('a campaign that is not running, or has no end date, is not due to end', () => {
  givenEvents(endingsToDo)(...created()).thenIn('acme:12', { todo: 'done', running: false })
  givenEvents(endingsToDo)(...inStream('retail-campaign-acme:12', [campaignCreated()]), ...live).thenIn('acme:12', {
    todo: 'done',
    running: true,
  })
})
test('only a change of the end date changes when the campaign ends', () => {
  givenEvents(endingsToDo)(...created({ endDate: '2026-07-31' }), ...live).thenIn('acme:12', {
    notBefore: '2026-08-01T00:00:00.000Z',
  })
  givenEvents(endingsToDo)(...created({ retailCampaignName: 'Summer' }), ...live).thenIn('acme:12', {
    notBefore: '2026-06-01T00:00:00.000Z',
  })
})
test('a campaign that runs while it is changed, or activated again, ends after its last day all the same', () => {
  const changed = inStream('retail-campaign-acme:12', [campaignUpdated({ endDate: '2026-07-31' })], 1)
  const again = inStream('activation-acme:12', [activationRequested()], 2)
  givenEvents(endingsToDo)(...created(), ...live, ...changed, ...again).thenIn('acme:12', {
    todo: 'open',
    running: true,
    notBefore: '2026-08-01T00:00:00.000Z',
  })
})
test('a campaign that runs until 9999-12-31, which people write for no end, is not due now', () =>
  givenEvents(endingsToDo)(...created({ endDate: '9999-12-31' }), ...live).thenIn('acme:12', {
    todo: 'open',
    notBefore: '9999-12-31T00:00:00.000Z',
  }))
test('an ended campaign is done', () =>
  givenEvents(endingsToDo)(...created(), ...live, ...inStream('activation-acme:12', [campaignEnded()], 2)).thenIn(
    'acme:12',
    { todo: 'done', running: false },
  ))

test.run()
