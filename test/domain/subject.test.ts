import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { auditedCategories, subjectOf } from '../../src/domain/subject.ts'
import { everyEvent } from '../support/examples/every-event.ts'

test('an event concerns a campaign, an account or neither, as its aggregate declares', () => {
  assert.equal(subjectOf({ stream: 'export-acme:12:production:png:1' }), { accountId: 'acme', retailCampaignIdx: 12 })
  assert.equal(subjectOf({ stream: 'classic-campaign-acme:5' }), { accountId: 'acme' })
  assert.equal(subjectOf({ stream: 'account-acme' }), { accountId: 'acme' })
  for (const stream of ['organisation-acme', 'api-key-acme', 'idempotency-acme', 'sequence-account', 'thing-acme:1'])
    assert.is(subjectOf({ stream }), undefined, stream)
})

test('a stream name without its account or campaign has no subject', () => {
  for (const stream of ['account-', 'export-acme', 'export-acme:', 'export-:12'])
    assert.is(subjectOf({ stream }), undefined, stream)
})

test('auditors see exactly the streams with a subject', () => {
  for (const event of everyEvent)
    assert.is(
      auditedCategories.some(category => event.stream.startsWith(`${category}-`)),
      subjectOf(event) !== undefined,
      event.stream,
    )
})

test.run()
