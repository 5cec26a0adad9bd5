import { suite } from 'uvu'
import { deliveriesId, webhookDeliveries } from '../../../projections/webhooks/webhook-deliveries.ts'
import { accountWebhooks } from '../../../projections/webhooks/webhooks.ts'
import type { WebhookEvent } from '../../../src/domain/webhooks/events.ts'
import {
  delivery,
  failure,
  webhookCreated,
  webhookDeleted,
  webhookDelivered,
  webhookDeliveryFailed,
  webhookStopped,
} from '../../support/examples/webhooks.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const test = suite('views of webhooks')
const at = '2026-05-01T10:00:00.000Z'
const retryAt = '2026-05-01T10:00:05.000Z'
const hook = {
  ...{ webhookId: 3, host: 'hooks.example.com', types: [], secretId: 'secret:1' },
  ...{ after: '11', replays: 0, changes: 0, status: 'ACTIVE' as const, createdAt: at },
}

test('the webhooks of an account show how they are, and whether a node has to send', () => {
  const events = inStream('webhooks-acme', [webhookCreated(), webhookDelivered])
  givenEvents(accountWebhooks)(...events).then({
    acme: { accountId: 'acme', isActive: true, webhooks: [hook] },
  })
  const stopped = inStream('webhooks-acme', [webhookCreated({ after: '11' }), webhookStopped])
  givenEvents(accountWebhooks)(...stopped).then({
    acme: { accountId: 'acme', isActive: false, webhooks: [{ ...hook, status: 'STOPPED', reason: failure.reason }] },
  })
})

test('a node has to send while one of the webhooks is active', () => {
  const events = [webhookCreated({ webhookId: 4 }), webhookCreated(), webhookStopped]
  givenEvents(accountWebhooks)(...inStream('webhooks-acme', events)).thenIn('acme', { isActive: true })
})

test('the newest hundred attempts of a webhook are kept', () => {
  const numbered = Array.from({ length: 101 }, (_, i) => ({ ...delivery, position: String(i) }))
  const delivered: WebhookEvent = { type: 'WebhookDelivered', data: { webhookId: 3, deliveries: numbered } }
  givenEvents(webhookDeliveries)(...inStream('webhooks-acme', [webhookCreated(), delivered])).thenIn(
    deliveriesId('acme', 3),
    { attempts: numbered.slice(1).map(one => ({ ...one, outcome: 'DELIVERED' })) },
  )
})

test('the attempts of a webhook are kept in order, and go with it', () => {
  const events = [webhookCreated(), webhookDelivered, webhookDeliveryFailed(1, retryAt), webhookStopped]
  const { webhookId: _, ...attempt } = failure
  givenEvents(webhookDeliveries)(...inStream('webhooks-acme', events)).then({
    [deliveriesId('acme', 3)]: {
      accountId: 'acme',
      attempts: [
        { ...delivery, outcome: 'DELIVERED' },
        { ...attempt, outcome: 'FAILED', retryAt },
        { ...attempt, outcome: 'STOPPED' },
      ],
    },
  })
  givenEvents(webhookDeliveries)(...inStream('webhooks-acme', [...events, webhookDeleted])).then({})
})

test.run()
