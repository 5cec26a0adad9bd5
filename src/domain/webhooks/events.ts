import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { At, fact, routine } from '../shared/fact.ts'
import { because, count } from '../shared/wording.ts'

/** A position of the log, as a decimal string. */
const Place = t.string

/** The types of events that a webhook sends, at most as many as fit into a sentence. */
const typesInWords = (types: readonly string[]): string => {
  if (types.length === 0) return 'all events'
  return types.length > 3 ? count(types.length, 'type', 'types of events') : types.join(', ')
}

/** A webhook was created: events of these types (none: of all) after a position are sent to it. Address and key are stored under secretId. */
const WebhookCreated = fact(
  'WebhookCreated',
  fields({
    webhookId: integer(1),
    host: t.string,
    types: listOf(t.string),
    secretId: t.string,
    after: Place,
    at: At,
  }),
  ({ host }) => `A webhook to ${host} was created.`,
)
/**
 * The members that are there were changed: address (host; stored under secretId), types, and whether it pauses. `head`: of the log; events
 * up to there are sent by the types of before. A change that does not pause a webhook starts it again if it was stopped.
 */
const WebhookChanged = fact(
  'WebhookChanged',
  fields(
    { webhookId: integer(1), head: Place, at: At },
    { host: t.string, secretId: t.string, types: listOf(t.string), isPaused: t.boolean },
  ),
  ({ webhookId, host, types, isPaused }) => {
    const sends = [...(types === undefined ? [] : [typesInWords(types)]), ...(host === undefined ? [] : [`to ${host}`])]
    const changes = [
      ...(sends.length === 0 ? [] : [`changed to send ${sends.join(' ')}`]),
      ...(isPaused === undefined ? [] : [isPaused ? 'paused' : 'resumed']),
    ]
    return `The webhook ${webhookId} was ${changes.join(', and ') || 'changed'}.`
  },
)
/** A new key signs from now on, and the one before it besides until then. Both are stored under secretId. */
const WebhookKeyRotated = fact(
  'WebhookKeyRotated',
  fields({ webhookId: integer(1), secretId: t.string, oldKeyUntil: At, at: At }),
  ({ webhookId, oldKeyUntil }) => `The webhook ${webhookId} got a new key; the old one signs until ${oldKeyUntil}.`,
)
/** Nothing is sent to the webhook any more, and its key was deleted. */
const WebhookDeleted = fact(
  'WebhookDeleted',
  fields({ webhookId: integer(1), at: At }),
  ({ webhookId }) => `The webhook ${webhookId} was deleted.`,
)
/** From now on the webhook gets the events after this position, also if it had them or was stopped. */
const WebhookReplayed = fact(
  'WebhookReplayed',
  fields({ webhookId: integer(1), after: Place, at: At }),
  ({ webhookId, after }) => `The webhook ${webhookId} gets the events after position ${after} again.`,
)

/** An event that a receiver has accepted. */
export const Delivery = fields({ eventId: t.string, type: t.string, position: Place, status: integer(), at: At })
export type Delivery = t.TypeOf<typeof Delivery>
/** The receiver accepted these events, in this order. */
const WebhookDelivered = fact(
  'WebhookDelivered',
  fields({ webhookId: integer(1), deliveries: listOf(Delivery) }),
  routine,
)

const failure = { webhookId: integer(1), eventId: t.string, type: t.string, position: Place, reason: t.string, at: At }
/** The receiver did not accept an event. It is sent again at retryAt, and the events after it wait. */
const WebhookDeliveryFailed = fact(
  'WebhookDeliveryFailed',
  fields({ ...failure, failures: integer(1), retryAt: At }),
  ({ webhookId, type, reason }) => `The webhook ${webhookId} did not take ${type}${because(reason)}`,
)
/** The receiver refused an event for three days, or is gone. Nothing is sent until the webhook is resumed or replayed. */
const WebhookStopped = fact(
  'WebhookStopped',
  fields(failure),
  ({ webhookId, reason }) => `Deliveries to the webhook ${webhookId} were stopped${because(reason)}`,
)

export const WebhookEvent = t.union([
  WebhookCreated,
  WebhookChanged,
  WebhookKeyRotated,
  WebhookDeleted,
  WebhookReplayed,
  WebhookDelivered,
  WebhookDeliveryFailed,
  WebhookStopped,
])
export type WebhookEvent = t.TypeOf<typeof WebhookEvent>
