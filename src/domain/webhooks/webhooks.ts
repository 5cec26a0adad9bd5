import * as E from 'fp-ts/lib/Either.js'
import { claimLost } from '../shared/claim.ts'
import { type Aggregate, type Rejection, rejection } from '../shared/decider.ts'
import { type Delivery, WebhookEvent } from './events.ts'
import { evolveWebhooks, noWebhooks, type Webhook, type Webhooks } from './state.ts'

type Data<N extends WebhookEvent['type']> = Extract<WebhookEvent, { type: N }>['data']

/** What the node says that sends to a webhook: `replays` and `changes` are those of the webhook that it knows. */
type Course = {
  readonly webhookId: number
  readonly replays: number
  readonly changes: number
}
/** The secret that a new one was made from: another request may have replaced it. */
type From = { readonly from: string }

export type WebhookCommand =
  | ({ readonly kind: 'Create' } & Data<'WebhookCreated'>)
  | ({ readonly kind: 'Change' } & From & Data<'WebhookChanged'>)
  | ({ readonly kind: 'RotateKey' } & From & Data<'WebhookKeyRotated'>)
  | ({ readonly kind: 'Delete' } & Data<'WebhookDeleted'>)
  | ({ readonly kind: 'Replay' } & Data<'WebhookReplayed'>)
  | ({ readonly kind: 'RecordDelivered'; readonly deliveries: readonly Delivery[] } & Course)
  /** `isGone`: the receiver said that it is gone for good. `askedMs`: milliseconds that it asks to wait, or 0. */
  | ({ readonly kind: 'RecordFailure'; readonly isGone: boolean; readonly askedMs: number } & Course &
      Omit<Data<'WebhookStopped'>, 'webhookId'>)

/** Webhooks that an account may have. */
export const mostWebhooks = 10

/** Seconds until an event is sent again after the first, second, … failure; three days in all. One more failure is final. */
export const retryPauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 72_000] as const
/** The longest pause that a receiver can ask for, in seconds, so that three days stay three days. */
export const mostAsked = 3_600

type Decided = E.Either<Rejection, readonly WebhookEvent[]>

const missing = E.left(rejection('not-found', 'There is no such webhook on this account.'))
const full = E.left(
  rejection('too-many-webhooks', `An account may have ${mostWebhooks} webhooks. Delete one that is not used any more.`),
)
const notHeld = claimLost('another node has sent the event, or the webhook was changed, replayed, stopped or deleted')

const webhookOf = ({ webhooks }: Webhooks, id: number): Webhook | undefined =>
  webhooks.find(({ webhookId }) => webhookId === id)

/** The webhook, unless the event at a position was sent by another node before, or its course is over: what is recorded first counts. */
const onCourse = (state: Webhooks, { webhookId, replays }: Course, position: string | undefined) => {
  const webhook = webhookOf(state, webhookId)
  const isOnCourse = webhook?.replays === replays && webhook.status !== 'STOPPED'
  return isOnCourse && position !== undefined && BigInt(position) > BigInt(webhook.after) ? webhook : undefined
}

/**
 * Whether what an earlier course has delivered may be recorded: it left out the events of types that were added since, so `after` must not
 * pass them. What is not recorded is sent again.
 */
const hadAllTypes = (webhook: Webhook, { changes }: Course): boolean =>
  webhook.changes === changes || webhook.since === undefined

const replaced = E.left(rejection('stale', 'Another request has changed the webhook meanwhile. Repeat the change.'))

const changeOf = (webhook: Webhook, { isPaused, types, secretId }: Data<'WebhookChanged'>): boolean => {
  const isOff = webhook.status === 'STOPPED' || webhook.failing !== undefined
  if (isPaused !== undefined && (isPaused !== (webhook.status === 'PAUSED') || (isOff && !isPaused))) return true
  return secretId !== undefined || (types !== undefined && types.join() !== webhook.types.join())
}

const failed = (webhook: Webhook, command: Extract<WebhookCommand, { kind: 'RecordFailure' }>): Decided => {
  const { webhookId, eventId, type, position, reason, at, isGone, askedMs } = command
  const before = webhook.failing?.position === position ? webhook.failing.failures : 0
  const pause = isGone ? undefined : retryPauses[before]
  const data = { webhookId, eventId, type, position, reason, at }
  if (pause === undefined) return E.right([{ type: 'WebhookStopped', data }])
  const waits = Math.max(pause * 1_000, Math.min(askedMs, mostAsked * 1_000))
  const retryAt = new Date(Date.parse(at) + waits).toISOString()
  return E.right([{ type: 'WebhookDeliveryFailed', data: { ...data, failures: before + 1, retryAt } }])
}

/** The webhooks of an account; their stream is `webhooks-<account>` (WEBHOOK-1). */
export const webhooks: Aggregate<WebhookCommand, Webhooks, WebhookEvent> = {
  category: 'webhooks',
  subject: 'account',
  events: WebhookEvent,
  initialState: noWebhooks,
  secretsIn: state => state.webhooks.map(({ secretId }) => secretId),
  decide(command, state) {
    switch (command.kind) {
      case 'Create': {
        const { kind: _, ...data } = command
        if (webhookOf(state, data.webhookId)) return E.right([])
        return state.webhooks.length >= mostWebhooks ? full : E.right([{ type: 'WebhookCreated', data }])
      }
      case 'Change': {
        const { kind: _, from, ...data } = command
        const webhook = webhookOf(state, data.webhookId)
        if (webhook === undefined) return missing
        if (data.secretId !== undefined && webhook.secretId !== from) return replaced
        return E.right(changeOf(webhook, data) ? [{ type: 'WebhookChanged', data }] : [])
      }
      case 'RotateKey': {
        const { kind: _, from, ...data } = command
        const webhook = webhookOf(state, data.webhookId)
        if (webhook === undefined) return missing
        return webhook.secretId === from ? E.right([{ type: 'WebhookKeyRotated', data }]) : replaced
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
      case 'RecordDelivered': {
        const { webhookId, deliveries } = command
        const webhook = onCourse(state, command, deliveries.at(-1)?.position)
        if (webhook === undefined || !hadAllTypes(webhook, command)) return notHeld
        return E.right([{ type: 'WebhookDelivered', data: { webhookId, deliveries: [...deliveries] } }])
      }
      case 'RecordFailure': {
        const webhook = onCourse(state, command, command.position)
        const isTrue = webhook?.status === 'ACTIVE' && webhook.changes === command.changes
        return isTrue ? failed(webhook, command) : notHeld
      }
    }
  },
  evolve: evolveWebhooks,
  // every delivery is an event, and the state is small
  snapshots: { parts: state => [state], withPart: (_, part: Webhooks) => part, every: () => 1_000 },
}
