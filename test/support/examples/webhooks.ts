import type { WebhookEvent } from '../../../src/domain/webhooks/events.ts'

type Data<N extends WebhookEvent['type']> = Extract<WebhookEvent, { type: N }>['data']
const at = '2026-05-01T10:00:00.000Z'

export const webhookCreated = (over: Partial<Data<'WebhookCreated'>> = {}): WebhookEvent => ({
  type: 'WebhookCreated',
  data: { webhookId: 3, host: 'hooks.example.com', types: [], secretId: 'secret:1', after: '10', at, ...over },
})
export const webhookChanged = (over: Partial<Data<'WebhookChanged'>> = {}): WebhookEvent => ({
  type: 'WebhookChanged',
  data: { webhookId: 3, head: '20', at, ...over },
})
export const webhookKeyRotated: WebhookEvent = {
  type: 'WebhookKeyRotated',
  data: { webhookId: 3, secretId: 'secret:2', oldKeyUntil: '2026-05-02T10:00:00.000Z', at },
}
export const webhookDeleted: WebhookEvent = { type: 'WebhookDeleted', data: { webhookId: 3, at } }
export const webhookReplayed = (after: string): WebhookEvent => ({
  type: 'WebhookReplayed',
  data: { webhookId: 3, after, at },
})
export const delivery = { eventId: 'e11', type: 'ApprovalDecided', position: '11', status: 204, at }
export const webhookDelivered: WebhookEvent = {
  type: 'WebhookDelivered',
  data: { webhookId: 3, deliveries: [delivery] },
}
export const failure = {
  webhookId: 3,
  eventId: 'e12',
  type: 'ApprovalDecided',
  position: '12',
  reason: 'it answered 500',
  at,
}
export const webhookDeliveryFailed = (failures: number, retryAt: string): WebhookEvent => ({
  type: 'WebhookDeliveryFailed',
  data: { ...failure, failures, retryAt },
})
export const webhookStopped: WebhookEvent = { type: 'WebhookStopped', data: failure }
