import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { oneOf } from '../../codec/text.ts'
import type { WebhookEvent } from './events.ts'

/** The event that a receiver did not accept, how often, and when it is sent again. */
const Failing = fields({ position: t.string, failures: integer(1), reason: t.string, retryAt: t.string })

/** From which position a type is sent, by type; `*`: every other one. */
const Since = t.record(t.string, t.string)

/**
 * `after`: it has the events up to this position. `replays` counts, so that a delivery of an earlier course is not recorded, and `changes`,
 * so that what was learned about an earlier address is not. `since`: of types that were added behind `after`.
 */
export const Webhook = fields(
  {
    webhookId: integer(1),
    host: t.string,
    types: listOf(t.string),
    secretId: t.string,
    after: t.string,
    replays: integer(0),
    changes: integer(0),
    status: oneOf('ACTIVE', 'PAUSED', 'STOPPED'),
    createdAt: t.string,
  },
  { since: Since, failing: Failing, reason: t.string },
)
export type Webhook = t.TypeOf<typeof Webhook>

/** The webhooks of an account. */
export const Webhooks = fields({ webhooks: listOf(Webhook) })
export type Webhooks = t.TypeOf<typeof Webhooks>

export const noWebhooks: Webhooks = { webhooks: [] }

const changed = (state: Webhooks, id: number, change: (webhook: Webhook) => Webhook): Webhooks => ({
  ...state,
  webhooks: state.webhooks.map(webhook => (webhook.webhookId === id ? change(webhook) : webhook)),
})

const wellAt = ({ failing: _, reason: __, ...webhook }: Webhook, after: string): Webhook => ({ ...webhook, after })

const everyType = '*'
const sinceOf = ({ since, after }: Webhook, type: string): string => since?.[type] ?? since?.[everyType] ?? after

/** Whether the webhook sends events of this type at this position, unless it has had them. */
export const sends = (webhook: Webhook, { type, position }: { readonly type: string; readonly position: string }) =>
  (webhook.types.length === 0 || webhook.types.includes(type)) && BigInt(position) > BigInt(sinceOf(webhook, type))

/** Types that the webhook had are sent from where they were, others from the head of the log on. */
const sinceWith = (webhook: Webhook, types: readonly string[], head: string): Record<string, string> => {
  const hasAll = webhook.types.length === 0
  const had = hasAll ? [everyType, ...Object.keys(webhook.since ?? {})] : webhook.types
  const from = (type: string) => (hasAll || had.includes(type) ? sinceOf(webhook, type) : head)
  const named = types.length === 0 ? [everyType, ...had] : types
  return Object.fromEntries(named.map(type => [type, from(type)]))
}

type Changed = Extract<WebhookEvent, { type: 'WebhookChanged' }>['data']

/** Whatever was wrong with it, a changed webhook is tried again at once. */
const withChange = (
  { failing: _, reason: __, ...webhook }: Webhook,
  { host, secretId, types, isPaused, head }: Changed,
): Webhook => ({
  ...webhook,
  changes: webhook.changes + 1,
  status: (isPaused ?? webhook.status === 'PAUSED') ? 'PAUSED' : 'ACTIVE',
  ...(host === undefined ? {} : { host }),
  ...(secretId === undefined ? {} : { secretId }),
  ...(types === undefined ? {} : { types, since: sinceWith(webhook, types, head) }),
})

export const evolveWebhooks = (state: Webhooks, event: WebhookEvent): Webhooks => {
  switch (event.type) {
    case 'WebhookCreated': {
      const { at: createdAt, ...own } = event.data
      return {
        ...state,
        webhooks: [...state.webhooks, { ...own, replays: 0, changes: 0, status: 'ACTIVE', createdAt }],
      }
    }
    case 'WebhookDeleted':
      return { ...state, webhooks: state.webhooks.filter(({ webhookId }) => webhookId !== event.data.webhookId) }
    case 'WebhookReplayed': {
      const { webhookId, after } = event.data
      return changed(state, webhookId, ({ since: _, ...webhook }) => ({
        ...wellAt(webhook, after),
        replays: webhook.replays + 1,
        status: webhook.status === 'PAUSED' ? 'PAUSED' : 'ACTIVE',
      }))
    }
    case 'WebhookChanged':
      return changed(state, event.data.webhookId, webhook => withChange(webhook, event.data))
    case 'WebhookKeyRotated': {
      const { webhookId, secretId } = event.data
      return changed(state, webhookId, webhook => ({ ...webhook, secretId, changes: webhook.changes + 1 }))
    }
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
