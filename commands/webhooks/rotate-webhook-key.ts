import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { webhooks } from '../../src/domain/webhooks/webhooks.ts'
import { command, type Input } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import { executed, loaded } from '../../src/engine/write/steps.ts'
import { untilFresh } from '../../src/engine/write/until-fresh.ts'
import { timeOf } from '../../src/ports/clock.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { mayReadEvents } from '../../src/webhooks/may-read-events.ts'
import { newKey } from '../../src/webhooks/signed-message.ts'
import { keepingUsedTargets, storeTarget } from '../../src/webhooks/target.ts'
import { targetOf, WebhookParams, webhookIn } from '../../src/webhooks/webhook-in.ts'
import { exampleWebhook, WebhookReply, webhookReply } from '../../src/webhooks/webhook-reply.ts'

const hourMs = 3_600_000
const usualHours = 24
const mostHours = 168

const hours = `Hours for which the old key signs, too; default: ${usualHours}. 0: it has leaked.`
const Body = fields({}, { keepOldKeyHours: about(integer(0, mostHours), hours) })
const Rotated = fields({
  webhook: WebhookReply,
  key: t.union([t.string, t.null]),
  oldKeyUntil: t.union([t.string, t.null]),
})
type Rotated = t.TypeOf<typeof Rotated>
type Sent = Input<t.TypeOf<typeof WebhookParams>, unknown, t.TypeOf<typeof Body>>

/** POST /v2/accounts/{accountId}/webhooks/{webhookId}/rotateKey (WEBHOOK-8): shows the new key once. */
export const rotateWebhookKey = command({
  summary: 'Give a webhook a new key',
  description:
    'Each request carries the signatures of both keys for a while, so that its receiver can change in between. The key of the request needs Audit_View, too.',
  extension: true,
  outlivesKey: true,
  params: WebhookParams,
  body: Body,
  reply: Rotated,
  example: {
    body: { keepOldKeyHours: 48 },
    reply: { webhook: exampleWebhook, key: null, oldKeyUntil: '2026-05-03T10:00:00.000Z' },
  },
  replayed: (body: Rotated): Rotated => ({ ...body, key: null }),
  run(input, work, ports) {
    const { accountId, webhookId } = input.params
    const key = newKey(input.randomBytes)
    return changeOf(
      webhooks,
      accountId,
      pipe(
        TE.fromEither(mayReadEvents(input.caller)),
        TE.flatMap(() => untilFresh(rotated(input, key, work, ports))),
      ),
      done =>
        pipe(
          TE.right(done),
          // of the present: what the first run of a repeat stored may have been replaced, and destroyed, since
          TE.flatMap(() => loaded(work, webhooks, accountId)),
          TE.flatMap(({ state }) => webhookIn(state, webhookId)),
          TE.bindTo('webhook'),
          TE.bind('target', ({ webhook }) => targetOf(ports.secrets, accountId, webhook)),
          // a repeat after another rotation shows neither key
          TE.flatMapEither(({ webhook, target }) =>
            reply({
              webhook: webhookReply(webhook),
              key: target.key === key ? key : null,
              oldKeyUntil: target.old?.until ?? null,
            }),
          ),
        ),
    )
  },
})

/** One attempt, from the newest address and keys. */
const rotated = ({ params: { accountId, webhookId }, body }: Sent, key: string, work: Work, ports: Ports) => {
  const { secrets, clock } = ports
  const now = clock.now()
  const until = new Date(now.getTime() + (body.keepOldKeyHours ?? usualHours) * hourMs).toISOString()
  return pipe(
    loaded(work, webhooks, accountId),
    TE.bindTo('before'),
    TE.bind('webhook', ({ before }) => webhookIn(before.state, webhookId)),
    TE.bind('target', ({ webhook }) => targetOf(secrets, accountId, webhook)),
    TE.bind('secretId', ({ webhook, target: { url, key: old } }) =>
      TE.fromTask(() =>
        storeTarget(secrets, work, accountId, webhookId, { url, key, old: { key: old, until } }, webhook.secretId),
      ),
    ),
    TE.flatMap(({ before, webhook, secretId }) => {
      const own = { webhookId, secretId, oldKeyUntil: until, at: timeOf(ports) }
      const change = executed(work, webhooks, accountId, { kind: 'RotateKey', from: webhook.secretId, ...own })
      return keepingUsedTargets(secrets, { before, fresh: secretId }, change)
    }),
  )
}
