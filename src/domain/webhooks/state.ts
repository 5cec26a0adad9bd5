import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { oneOf } from '../../codec/text.ts'
import type { WebhookEvent } from './events.ts'

/** The event that a receiver did not accept, how often, and when it is sent again. */
const Failing = fields({ position: t.string, failures: integer(1), reason: t.string, retryAt: t.string })

/** `after`: it has the events up to this position. `replays` counts, so that a delivery of an earlier course is not recorded. */
export const Webhook = fields(
  {
    webhookId: integer(1),
    host: t.string,
    types: listOf(t.string),
    secretId: t.string,
    after: t.string,
    replays: integer(0),
    status: oneOf('ACTIVE', 'STOPPED'),
    createdAt: t.string,
  },
  { failing: Failing, reason: t.string },
)
export type Webhook = t.TypeOf<typeof Webhook>

/** The webhooks of an account, and the node that sends to them. */
export const Webhooks = fields({ webhooks: listOf(Webhook) }, { worker: t.string })
export type Webhooks = t.TypeOf<typeof Webhooks>

export const noWebhooks: Webhooks = { webhooks: [] }

const changed = (state: Webhooks, id: number, change: (webhook: Webhook) => Webhook): Webhooks => ({
  ...state,
  webhooks: state.webhooks.map(webhook => (webhook.webhookId === id ? change(webhook) : webhook)),
})

const withoutWorker = ({ webhooks }: Webhooks): Webhooks => ({ webhooks })

const wellAt = ({ failing: _, reason: __, ...webhook }: Webhook, after: string): Webhook => ({ ...webhook, after })

export const evolveWebhooks = (state: Webhooks, event: WebhookEvent): Webhooks => {
  switch (event.type) {
    case 'WebhookCreated': {
      const { at: createdAt, ...own } = event.data
      return { ...state, webhooks: [...state.webhooks, { ...own, replays: 0, status: 'ACTIVE', createdAt }] }
    }
    case 'WebhookDeleted':
      return { ...state, webhooks: state.webhooks.filter(({ webhookId }) => webhookId !== event.data.webhookId) }
    case 'WebhookReplayed': {
      const { webhookId, after } = event.data
      return changed(state, webhookId, webhook => ({
        ...wellAt(webhook, after),
        replays: webhook.replays + 1,
        status: 'ACTIVE',
      }))
    }
    case 'WebhooksClaimed':
      return { ...state, worker: event.data.worker }
    case 'WebhooksReleased':
      return withoutWorker(state)
    case 'WebhookDelivered': {
      const { webhookId, deliveries } = event.data
      return changed(state, webhookId, webhook => wellAt(webhook, deliveries.at(-1)?.position ?? webhook.after))
    }
    case 'WebhookDeliveryFailed': {
      const { webhookId, position, failures, reason, retryAt } = event.data
      return changed(state, webhookId, webhook => ({ ...webhook, failing: { position, failures, reason, retryAt } }))
    }
    case 'WebhookStopped': {
      const { webhookId, reason } = event.data
      return changed(state, webhookId, ({ failing: _, ...webhook }) => ({ ...webhook, status: 'STOPPED', reason }))
    }
  }
}
