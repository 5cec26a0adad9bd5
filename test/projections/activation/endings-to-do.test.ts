import { test } from 'uvu'
import { endingsToDo } from '../../../projections/activation/endings-to-do.ts'
import { activationCompleted, activationRequested, campaignEnded } from '../../support/examples/activation.ts'
import { campaignCreated, campaignUpdated } from '../../support/examples/campaign.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const made = (...more: Parameters<typeof campaignUpdated>[0][]) =>
  inStream('retail-campaign-acme:12', [
    campaignCreated({ endDate: '2026-05-31' }),
    ...more.map(m => campaignUpdated(m)),
  ])
const live = inStream('activation-acme:12', [activationRequested(), activationCompleted()])

test('a campaign that runs ends when its last day is over, in UTC', () =>
  givenEvents(endingsToDo)(...made(), ...live).thenIn('acme:12', {
    todo: 'open',
    running: true,
    notBefore: '2026-06-01T00:00:00.000Z',
  }))
test('one that does not run, or has no last day, does not end by itself', () => {
  givenEvents(endingsToDo)(...made()).thenIn('acme:12', { todo: 'done', running: false })
  givenEvents(endingsToDo)(...inStream('retail-campaign-acme:12', [campaignCreated()]), ...live).thenIn('acme:12', {
    todo: 'done',
    running: true,
  })
})
test('a last day that is moved moves the end; other changes leave it', () => {
  givenEvents(endingsToDo)(...made({ endDate: '2026-07-31' }), ...live).thenIn('acme:12', {
    notBefore: '2026-08-01T00:00:00.000Z',
  })
  givenEvents(endingsToDo)(...made({ retailCampaignName: 'Summer' }), ...live).thenIn('acme:12', {
    notBefore: '2026-06-01T00:00:00.000Z',
  })
})
test('what has ended is done', () =>
  givenEvents(endingsToDo)(...made(), ...live, ...inStream('activation-acme:12', [campaignEnded()], 2)).thenIn(
    'acme:12',
    { todo: 'done', running: false },
  ))

test.run()
