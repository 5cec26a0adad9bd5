import * as E from 'fp-ts/lib/Either.js'
import { claimLost } from '../shared/claim.ts'
import { type Aggregate, type Rejection, rejection } from '../shared/decider.ts'
import { type Delivery, WebhookEvent } from './events.ts'
import { evolveWebhooks, noWebhooks, type Webhook, type Webhooks } from './state.ts'

type Data<N extends WebhookEvent['type']> = Extract<WebhookEvent, { type: N }>['data']

/** What the node says that sends to a webhook: `replays` is the course that it works on. */
type Course = { readonly worker: string; readonly webhookId: number; readonly replays: number }

export type WebhookCommand =
  | ({ readonly kind: 'Create' } & Data<'WebhookCreated'>)
  | ({ readonly kind: 'Delete' } & Data<'WebhookDeleted'>)
  | ({ readonly kind: 'Replay' } & Data<'WebhookReplayed'>)
  /** `from`: the node that held the webhooks, and is silent; undefined: none did. */
  | { readonly kind: 'Claim'; readonly worker: string; readonly from: string | undefined; readonly at: string }
  | { readonly kind: 'Release'; readonly worker: string; readonly at: string }
  | ({ readonly kind: 'RecordDelivered'; readonly deliveries: readonly Delivery[] } & Course)
  /** `isGone`: the receiver said that it is gone for good. */
  | ({ readonly kind: 'RecordFailure'; readonly isGone: boolean } & Course & Omit<Data<'WebhookStopped'>, 'webhookId'>)

/** Webhooks that an account may have. */
const mostWebhooks = 10

/** Seconds until an event is sent again after the first, second, … failure; three days in all. One more failure is final. */
export const retryPauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 72_000] as const

type Decided = E.Either<Rejection, readonly WebhookEvent[]>

const missing = E.left(rejection('not-found', 'There is no such webhook on this account.'))
const full = E.left(
  rejection('too-many-webhooks', `An account may have ${mostWebhooks} webhooks. Delete one that is not used any more.`),
)
const notHeld = claimLost('another node sends to the webhook, or it was replayed, stopped or deleted')

const webhookOf = ({ webhooks }: Webhooks, id: number): Webhook | undefined =>
  webhooks.find(({ webhookId }) => webhookId === id)

const onCourse = (state: Webhooks, { worker, webhookId, replays }: Course): Webhook | undefined => {
  const webhook = webhookOf(state, webhookId)
  return state.worker === worker && webhook?.replays === replays && webhook.status === 'ACTIVE' ? webhook : undefined
}

const failed = (webhook: Webhook, command: Extract<WebhookCommand, { kind: 'RecordFailure' }>): Decided => {
  const { webhookId, eventId, type, position, reason, at, isGone } = command
  const before = webhook.failing?.position === position ? webhook.failing.failures : 0
  const pause = isGone ? undefined : retryPauses[before]
  const data = { webhookId, eventId, type, position, reason, at }
  if (pause === undefined) return E.right([{ type: 'WebhookStopped', data }])
  const retryAt = new Date(Date.parse(at) + pause * 1_000).toISOString()
  return E.right([{ type: 'WebhookDeliveryFailed', data: { ...data, failures: before + 1, retryAt } }])
}

/** The webhooks of an account; their stream is `webhooks-<account>` (WEBHOOK-1). */
export const webhooks: Aggregate<WebhookCommand, Webhooks, WebhookEvent> = {
  category: 'webhooks',
  subject: 'account',
  events: WebhookEvent,
  initialState: noWebhooks,
  decide(command, state) {
    switch (command.kind) {
      case 'Create': {
        const { kind: _, ...data } = command
        if (webhookOf(state, data.webhookId)) return E.right([])
        return state.webhooks.length >= mostWebhooks ? full : E.right([{ type: 'WebhookCreated', data }])
      }
      case 'Delete': {
        const { webhookId, at } = command
        return webhookOf(state, webhookId) ? E.right([{ type: 'WebhookDeleted', data: { webhookId, at } }]) : missing
      }
      case 'Replay': {
        const { webhookId, after, at } = command
        return webhookOf(state, webhookId)
          ? E.right([{ type: 'WebhookReplayed', data: { webhookId, after, at } }])
          : missing
      }
      case 'Claim': {
        const { worker, from, at } = command
        if (state.worker === worker) return E.right([])
        return state.worker === from ? E.right([{ type: 'WebhooksClaimed', data: { worker, at } }]) : notHeld
      }
      case 'Release': {
        const { worker, at } = command
        return E.right(state.worker === worker ? [{ type: 'WebhooksReleased', data: { worker, at } }] : [])
      }
      case 'RecordDelivered': {
        const { webhookId, deliveries } = command
        if (onCourse(state, command) === undefined) return notHeld
        return E.right([{ type: 'WebhookDelivered', data: { webhookId, deliveries: [...deliveries] } }])
      }
      case 'RecordFailure': {
        const webhook = onCourse(state, command)
        return webhook === undefined ? notHeld : failed(webhook, command)
      }
    }
  },
  evolve: evolveWebhooks,
  // every delivery is an event, and the state is small
  snapshots: { parts: state => [state], withPart: (_, part: Webhooks) => part, every: () => 1_000 },
}
