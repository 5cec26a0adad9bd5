import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { eventTypes } from '../../src/audit/event-types.ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId, WebUrl } from '../../src/codec/names.ts'
import { oneOf } from '../../src/codec/text.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { webhooks } from '../../src/domain/webhooks/webhooks.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { timeOf } from '../../src/ports/clock.ts'
import { mayReadEvents } from '../../src/webhooks/may-read-events.ts'
import { newKey } from '../../src/webhooks/signed-message.ts'
import { keepingUsedTargets, loadTarget, storeTarget } from '../../src/webhooks/target.ts'
import { exampleWebhook, WebhookReply, webhookReply } from '../../src/webhooks/webhook-reply.ts'

const Created = fields({ webhook: WebhookReply, key: t.union([t.string, t.null]) })
type Created = t.TypeOf<typeof Created>

/** POST /v2/accounts/{accountId}/webhooks (WEBHOOK-1): shows the key that signs once. */
export const createWebhook = command({
  summary: 'Create a webhook',
  description: 'Events that happen from now on are sent to its address. The key needs Audit_View, too.',
  extension: true,
  outlivesKey: true,
  problems: ['too-many-webhooks'],
  params: t.type({ accountId: AccountId }),
  newIds: { webhookId: 'webhook' },
  body: fields(
    { url: about(WebUrl, 'Where events are sent; stored encrypted, because it may hold a token.') },
    { types: about(listOf(oneOf(...eventTypes), 100), 'Types of events; default: all.') },
  ),
  reply: Created,
  example: {
    body: { url: 'https://hooks.example.com/endcap', types: ['ApprovalDecided'] },
    reply: { webhook: exampleWebhook, key: null },
  },
  replayed: (body: Created): Created => ({ ...body, key: null }),
  run({ params: { accountId }, body, caller, newIds: { webhookId }, randomBytes }, work, ports) {
    const { secrets, log } = ports
    const { url, types = [] } = body
    const target = { url, key: newKey(randomBytes) }
    const own = { webhookId, host: new URL(url).host, types, at: timeOf(ports) }
    const created = (after: bigint, secretId: string) =>
      executed(work, webhooks, accountId, { kind: 'Create', ...own, secretId, after: String(after) })
    return changeOf(
      webhooks,
      accountId,
      pipe(
        TE.fromEither(mayReadEvents(caller)),
        TE.flatMapTask(() => () => log.head()),
        TE.bindTo('head'),
        TE.bind('secretId', () => TE.fromTask(() => storeTarget(secrets, work, accountId, webhookId, target))),
        TE.flatMap(({ head, secretId }) => keepingUsedTargets(secrets, { fresh: secretId }, created(head, secretId))),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.map(({ state }) => state.webhooks.find(webhook => webhook.webhookId === webhookId)),
          TE.flatMap(TE.fromNullable(rejection('not-found', 'The webhook was deleted meanwhile.'))),
          TE.bindTo('webhook'),
          // a repeat after a change of keys draws another one than was stored
          TE.bind('stored', ({ webhook }) => TE.fromTask(() => loadTarget(secrets, accountId, webhook))),
          TE.flatMapEither(({ webhook, stored }) =>
            reply({ webhook: webhookReply(webhook), key: stored?.key === target.key ? target.key : null }),
          ),
        ),
    )
  },
})
