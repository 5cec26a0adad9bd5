import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { eventTypes } from '../../src/audit/event-types.ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { WebUrl } from '../../src/codec/names.ts'
import { oneOf } from '../../src/codec/text.ts'
import { webhooks } from '../../src/domain/webhooks/webhooks.ts'
import { command, type Input } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import { executed, loaded } from '../../src/engine/write/steps.ts'
import { untilFresh } from '../../src/engine/write/until-fresh.ts'
import { timeOf } from '../../src/ports/clock.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { mayReadEvents } from '../../src/webhooks/may-read-events.ts'
import { keepingUsedTargets, storeTarget } from '../../src/webhooks/target.ts'
import { targetOf, WebhookParams, webhookIn } from '../../src/webhooks/webhook-in.ts'
import { exampleWebhook, WebhookReply, webhookReply } from '../../src/webhooks/webhook-reply.ts'

const Body = fields(
  {},
  {
    url: about(WebUrl, 'Where events are sent from now on; the key stays.'),
    types: about(
      listOf(oneOf(...eventTypes), 100),
      'Types of events; none: all. Types that are added are sent from now on.',
    ),
    paused: about(t.boolean, 'true: nothing is sent; false: the webhook is resumed where it was.'),
  },
)
type Sent = Input<t.TypeOf<typeof WebhookParams>, unknown, t.TypeOf<typeof Body>>

/** PUT /v2/accounts/{accountId}/webhooks/{webhookId} (WEBHOOK-7): absent fields keep their values. */
export const updateWebhook = command({
  summary: 'Change, pause or resume a webhook',
  description:
    'A changed webhook that was stopped is active again. The key needs Audit_View, too, unless it only pauses.',
  extension: true,
  outlivesKey: true,
  params: WebhookParams,
  body: Body,
  reply: WebhookReply,
  example: { body: { types: ['ApprovalDecided'], paused: false }, reply: exampleWebhook },
  run: (input, work, ports) =>
    pipe(
      TE.fromEither(sendsEvents(input.body) ? mayReadEvents(input.caller) : E.right(undefined)),
      TE.flatMap(() => untilFresh(changed(input, work, ports))),
      TE.flatMap(({ state }) => webhookIn(state, input.params.webhookId)),
      TE.flatMapEither(webhook => reply(webhookReply(webhook))),
    )(),
})

/** Any change but a pause makes a webhook try again what it has yet to send. */
const sendsEvents = ({ url, types, paused }: Sent['body']): boolean =>
  url !== undefined || types !== undefined || paused !== true

/** One attempt. Address and keys are one secret, so what is made from another one than the newest is refused (`stale`). */
const changed = ({ params: { accountId, webhookId }, body }: Sent, work: Work, ports: Ports) => {
  const { secrets, log } = ports
  const { url, types, paused } = body
  return pipe(
    loaded(work, webhooks, accountId),
    TE.bindTo('before'),
    TE.bind('webhook', ({ before }) => webhookIn(before.state, webhookId)),
    TE.bind('head', () => TE.fromTask(() => log.head())),
    TE.bind('secretId', ({ webhook }) =>
      url === undefined
        ? TE.right(undefined)
        : pipe(
            targetOf(secrets, accountId, webhook),
            TE.flatMapTask(
              target => () => storeTarget(secrets, work, accountId, webhookId, { ...target, url }, webhook.secretId),
            ),
          ),
    ),
    TE.flatMap(({ before, webhook, head, secretId }) => {
      const change = executed(work, webhooks, accountId, {
        kind: 'Change',
        webhookId,
        from: webhook.secretId,
        head: String(head),
        at: timeOf(ports),
        ...(url === undefined || secretId === undefined ? {} : { host: new URL(url).host, secretId }),
        ...(types === undefined ? {} : { types }),
        ...(paused === undefined ? {} : { isPaused: paused }),
      })
      return keepingUsedTargets(secrets, { before, fresh: secretId }, change)
    }),
  )
}
