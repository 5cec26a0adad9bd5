import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { listOf } from '../../src/codec/json.ts'
import { wordsOf } from '../../src/codec/text.ts'
import type { WebhookEvent } from '../../src/domain/webhooks/events.ts'
import { webhooks } from '../../src/domain/webhooks/webhooks.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** An attempt to send an event: accepted, to be tried again, or the last one. */
export const Attempt = fields(
  {
    eventId: t.string,
    type: t.string,
    position: t.string,
    outcome: wordsOf(['DELIVERED', 'FAILED', 'STOPPED'], {
      DELIVERED: 'the receiver accepted the event',
      FAILED: 'it did not; the event is sent again at `retryAt`',
      STOPPED: 'it did not, and the webhook has stopped',
    }),
    at: t.string,
  },
  {
    status: about(integer(), 'The HTTP status of the receiver; absent if it did not answer.'),
    reason: t.string,
    retryAt: t.string,
  },
)
export type Attempt = t.TypeOf<typeof Attempt>

/** The newest attempts of a webhook, oldest first. The events of its account have all of them. */
export const WebhookDeliveries = fields({ accountId: t.string, attempts: listOf(Attempt) })
export type WebhookDeliveries = t.TypeOf<typeof WebhookDeliveries>

/** Attempts that are shown. */
const mostAttempts = 100

export const deliveriesId = (accountId: string, webhookId: number): string => `${accountId}:${webhookId}`

const attemptsIn = (event: WebhookEvent): readonly Attempt[] => {
  switch (event.type) {
    case 'WebhookDelivered':
      return event.data.deliveries.map(delivery => ({ ...delivery, outcome: 'DELIVERED' }))
    case 'WebhookDeliveryFailed': {
      const { webhookId: _, failures: __, ...attempt } = event.data
      return [{ ...attempt, outcome: 'FAILED' }]
    }
    case 'WebhookStopped': {
      const { webhookId: _, ...attempt } = event.data
      return [{ ...attempt, outcome: 'STOPPED' }]
    }
    case 'WebhookCreated':
    case 'WebhookChanged':
    case 'WebhookKeyRotated':
    case 'WebhookDeleted':
    case 'WebhookReplayed':
      return []
  }
}

export const webhookDeliveries = projectionOf(webhooks, {
  name: 'webhook-deliveries',
  version: 1,
  codec: WebhookDeliveries,
  indexes: [],
  idOf: ({ data }, accountId) => ('webhookId' in data ? deliveriesId(accountId, data.webhookId) : undefined),
  evolve(view, event, accountId) {
    if (event.type === 'WebhookDeleted') return undefined
    const attempts = [...(view?.attempts ?? []), ...attemptsIn(event)]
    return { accountId, attempts: attempts.slice(-mostAttempts) }
  },
})
