import { test } from 'uvu'
import { accountEvents } from '../../../projections/audit/account-events.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const event = { type: 'SomethingHappened', data: { accountId: 'elsewhere' } }

test('an event is indexed by its account and, if any, its campaign', () => {
  const [ofCampaign, ofAccount] = [...inStream('approval-acme:12', [event]), ...inStream('account-acme', [event])]
  const { documents } = givenEvents(accountEvents)(ofCampaign!, ofAccount!)
  givenEvents(accountEvents)(ofCampaign!, ofAccount!).thenIn('0000000000000001', {
    accountId: 'acme',
    retailCampaignIdx: 12,
    campaignKey: 'acme:12',
    stream: 'approval-acme:12',
    position: 1,
  })
  const second = documents['0000000000000002']
  if (!second) throw new Error('the account’s own event is missing')
  givenEvents(accountEvents)(ofAccount!).thenIn('0000000000000001', { accountId: 'acme', campaignKey: undefined })
})

test('events outside accounts are not indexed, even if ids look alike', () =>
  givenEvents(accountEvents)(
    ...inStream('organisation-acme', [event]),
    ...inStream('media-channel-acme:1', [event]),
    ...inStream('ad-server-acme:1', [event]),
    ...inStream('api-key-acme', [event]),
    ...inStream('idempotency-acme', [event]),
    ...inStream('sequence-retail-campaign', [event]),
  ).then({}))

test.run()
