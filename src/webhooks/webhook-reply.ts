import * as t from 'io-ts'
import { about, named } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { listOf } from '../codec/json.ts'
import { wordsOf } from '../codec/text.ts'
import type { Webhook } from '../domain/webhooks/state.ts'

const Status = wordsOf(['ACTIVE', 'FAILING', 'PAUSED', 'STOPPED'], {
  ACTIVE: 'Events are sent as they happen.',
  FAILING: 'The receiver did not take the last event; it is sent again at `retryAt`.',
  PAUSED: 'Nothing is sent until the webhook is resumed with `paused` false; what happens meanwhile is sent then.',
  STOPPED:
    'An event was not taken for three days, or the receiver is gone. Nothing is sent until the webhook is resumed, changed or replayed; `reason` says why.',
})

/** A webhook as responses show it. */
export const WebhookReply = named(
  'Webhook',
  fields({
    webhookId: integer(1),
    host: about(t.string, 'The host of the address; the address itself is never shown.'),
    types: about(listOf(t.string), 'The types of events that are sent; none: all.'),
    status: Status,
    after: about(t.string, 'The receiver has the events up to this position.'),
    failures: about(integer(0), 'How often the next event was not taken.'),
    reason: t.union([t.string, t.null]),
    retryAt: t.union([t.string, t.null]),
    createdAt: t.string,
  }),
)
export type WebhookReply = t.TypeOf<typeof WebhookReply>

export const exampleWebhook: WebhookReply = {
  webhookId: 3,
  host: 'hooks.example.com',
  types: ['ApprovalDecided'],
  status: 'ACTIVE',
  after: '1042',
  failures: 0,
  reason: null,
  retryAt: null,
  createdAt: '2026-05-01T10:00:00.000Z',
}

export const webhookReply = (webhook: Webhook): WebhookReply => {
  const { webhookId, host, types, status, after, failing, createdAt } = webhook
  return {
    webhookId,
    host,
    types,
    status: status === 'ACTIVE' && failing !== undefined ? 'FAILING' : status,
    after,
    failures: failing?.failures ?? 0,
    reason: failing?.reason ?? webhook.reason ?? null,
    retryAt: failing?.retryAt ?? null,
    createdAt,
  }
}
