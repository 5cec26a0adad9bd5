import type { EventJson } from '../../audit/event-json.ts'
import type { Delivery } from '../../domain/webhooks/events.ts'
import { sends, type Webhook } from '../../domain/webhooks/state.ts'
import { type WebhookCommand, webhooks } from '../../domain/webhooks/webhooks.ts'
import { keptBy } from '../../engine/kept-by.ts'
import { pause } from '../../engine/pause.ts'
import { promptTurns, type Turns } from '../../engine/prompt-turns.ts'
import { settled } from '../../engine/react/settled.ts'
import type { Work } from '../../engine/write/execute.ts'
import { timeOf } from '../../ports/clock.ts'
import type { FeedItem, FeedReader } from '../../ports/event-feed.ts'
import type { Ports } from '../../ports/ports.ts'
import { sendEvent } from '../../webhooks/send-event.ts'
import { loadTarget, type Target } from '../../webhooks/target.ts'

export type DeliveryPorts = Pick<Ports, 'clock' | 'eventFeed' | 'fetcher' | 'logger' | 'secrets'>

/** One course of a webhook: until it is changed, replayed, stopped or deleted, or another node takes over. */
export type Course = {
  readonly accountId: string
  readonly webhook: Webhook
  readonly ports: DeliveryPorts
  readonly work: () => Pick<Work, 'execute' | 'load'>
  readonly signal: AbortSignal
}

/** Of all webhooks of a node. A receiver is prompt that answers within this time (milliseconds). */
const turnsOf = keptBy(() =>
  promptTurns({
    prompt: { inAll: 32, perAccount: 4 },
    slow: { inAll: 64, perAccount: 4 },
    promptMs: 1_000,
  }),
)
/** Characters of an event that holds much memory while it is on its way. */
const large = 65_536

/** Deliveries that are recorded together: as many, or until no event has come for this long (milliseconds). */
const together = { most: 50, quietMs: 100 }
/** Milliseconds between two looks at the clock while a failed event waits. */
const lookMs = 250

const untilDue = async (retryAt: string, { ports, signal }: Course): Promise<void> => {
  while (!signal.aborted && timeOf(ports) < retryAt) await pause(lookMs, signal)
}

const record = async ({ accountId, work }: Course, command: WebhookCommand) =>
  settled(await work().execute(webhooks, accountId, command))

const onCourse = ({ webhook }: Course) => {
  const { webhookId, replays, changes } = webhook
  return { webhookId, replays, changes }
}

const recordDelivered = async (course: Course, deliveries: Delivery[]): Promise<void> => {
  if (deliveries.length === 0) return
  await record(course, { kind: 'RecordDelivered', ...onCourse(course), deliveries: deliveries.splice(0) })
}

type Event = { readonly json: string; readonly event: EventJson }

/** Where the events of a course are sent, and its turns. */
type Way = { readonly target: Target; readonly turns: Turns }

/** Sends an event once it is the account's turn; undefined if the course ended before. */
const sentInTurn = async ({ ports, signal }: Course, { target, turns }: Way, json: string) => {
  const isLarge = () => json.length > large
  try {
    return await turns.run(() => sendEvent(ports, target, json, signal), { isLarge, signal })
  } catch (error) {
    if (error === signal.reason) return undefined
    throw error
  }
}

/** Sends an event until it is taken. Undefined: the webhook was stopped, or the course ended. */
const taken = async (
  course: Course,
  way: Way,
  { json, event }: Event,
  delivered: Delivery[],
): Promise<number | undefined> => {
  const { accountId, ports, signal, webhook } = course
  for (;;) {
    const sent = await sentInTurn(course, way, json)
    if (sent?.taken) return sent.status
    if (sent === undefined || signal.aborted) return undefined
    // a failure is recorded behind what was taken before it
    await recordDelivered(course, delivered)
    const { id: eventId, type, position } = event
    const { isGone, reason, askedMs } = sent
    const failure = { eventId, type, position, isGone, reason, askedMs, at: timeOf(ports) }
    const { state } = await record(course, { kind: 'RecordFailure', ...onCourse(course), ...failure })
    const now = state.webhooks.find(({ webhookId }) => webhookId === webhook.webhookId)
    if (now?.status === 'STOPPED')
      ports.logger.warn({ account: accountId, webhook: webhook.webhookId, event: eventId, reason }, 'webhook stopped')
    if (now?.failing === undefined) return undefined
    await untilDue(now.failing.retryAt, course)
    if (signal.aborted) return undefined
  }
}

/** The next item; deliveries that wait to be recorded are, when none comes soon. */
const nextItem = async (course: Course, reader: FeedReader, delivered: Delivery[]): Promise<FeedItem | undefined> => {
  const coming = reader.next()
  if (delivered.length === 0) return coming
  const came = new AbortController()
  const quiet = pause(together.quietMs, came.signal, course.signal)
  const isQuiet = await Promise.race([coming.then(() => false), quiet.then(() => true)])
  came.abort()
  if (isQuiet) await recordDelivered(course, delivered)
  return coming
}

/** What is said of webhooks themselves is not sent: each delivery would be followed by another. */
const isOfWebhooks = ({ stream }: EventJson): boolean => stream.startsWith(`${webhooks.category}-`)

const sendAll = async (course: Course, way: Way, reader: FeedReader): Promise<void> => {
  const delivered: Delivery[] = []
  for (;;) {
    const item = await nextItem(course, reader, delivered)
    if (item === undefined || course.signal.aborted) return recordDelivered(course, delivered)
    if (item.json === undefined) continue
    const event: EventJson = JSON.parse(item.json)
    if (isOfWebhooks(event) || !sends(course.webhook, event)) continue
    if (delivered.length >= together.most) await recordDelivered(course, delivered)
    const status = await taken(course, way, { json: item.json, event }, delivered)
    if (status === undefined) return recordDelivered(course, delivered)
    delivered.push({ eventId: event.id, type: event.type, position: event.position, status, at: timeOf(course.ports) })
  }
}

/** The webhook as the log has it; the view that named it may lag. */
const newest = async ({ accountId, webhook, work }: Course): Promise<Webhook | undefined> => {
  const { state } = await work().load(webhooks, accountId)
  return state.webhooks.find(
    ({ webhookId, replays, changes, status }) =>
      webhookId === webhook.webhookId &&
      replays === webhook.replays &&
      changes === webhook.changes &&
      status === 'ACTIVE',
  )
}

/** Delivers the events of a webhook in order, until its course ends (WEBHOOK-3). */
export const deliver = async (course: Course): Promise<void> => {
  const { accountId, ports, signal } = course
  const webhook = await newest(course)
  if (webhook === undefined) return
  const target = await loadTarget(ports.secrets, accountId, webhook)
  if (target === undefined) return
  if (webhook.failing) await untilDue(webhook.failing.retryAt, course)
  if (signal.aborted) return
  const types = webhook.types.length === 0 ? undefined : new Set(webhook.types)
  const caller = { id: 'process:webhooks' }
  const reader = ports.eventFeed.open({ accountId, types, after: BigInt(webhook.after), caller, isOwn: true })
  if (reader === 'full') return
  const leave = () => reader.close()
  signal.addEventListener('abort', leave, { once: true })
  try {
    await sendAll(course, { target, turns: turnsOf(ports)(accountId) }, reader)
  } finally {
    signal.removeEventListener('abort', leave)
    reader.close()
  }
}
