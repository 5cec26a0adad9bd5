import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { auditedCategories, subjectOf } from '../../src/audit/subject.ts'
import { everyEvent } from '../support/examples/every-event.ts'

test('an event is about the campaign, the account or nobody, as its aggregate says', () => {
  assert.equal(subjectOf({ stream: 'export-acme:12:production:png:1' }), { accountId: 'acme', retailCampaignIdx: 12 })
  assert.equal(subjectOf({ stream: 'classic-campaign-acme:5' }), { accountId: 'acme' })
  assert.equal(subjectOf({ stream: 'account-acme' }), { accountId: 'acme' })
  for (const stream of ['organisation-acme', 'api-key-acme', 'idempotency-acme', 'sequence-account', 'thing-acme:1'])
    assert.is(subjectOf({ stream }), undefined, stream)
})

test('a name without an account, or without the campaign that it is about, is nobody’s', () => {
  for (const stream of ['account-', 'export-acme', 'export-acme:', 'export-:12'])
    assert.is(subjectOf({ stream }), undefined, stream)
})

test('what an auditor sees is what has a subject', () => {
  for (const event of everyEvent)
    assert.is(
      auditedCategories.some(category => event.stream.startsWith(`${category}-`)),
      subjectOf(event) !== undefined,
      event.stream,
    )
})

test.run()
