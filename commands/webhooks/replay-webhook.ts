import { pipe } from 'fp-ts/lib/function.js'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { text } from '../../src/codec/text.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { webhooks } from '../../src/domain/webhooks/webhooks.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { timeOf } from '../../src/ports/clock.ts'
import { mayReadEvents } from '../../src/webhooks/may-read-events.ts'
import { WebhookParams } from '../../src/webhooks/webhook-in.ts'
import { exampleWebhook, WebhookReply, webhookReply } from '../../src/webhooks/webhook-reply.ts'

const PositionText = text({ pattern: /^\d{1,19}$/, must: 'must be a position: a decimal number', max: 19 })
const beyond = rejection('invalid-position', 'The position is beyond the end of the log.')
const gone = rejection('not-found', 'The webhook was deleted meanwhile.')

/** POST /v2/accounts/{accountId}/webhooks/{webhookId}/replay (WEBHOOK-5). */
export const replayWebhook = command({
  summary: 'Send the events after a position again',
  description:
    'Also starts a webhook that was stopped, and leaves out an event that its receiver cannot take. The key needs Audit_View, too.',
  extension: true,
  start: true,
  problems: ['invalid-position'],
  params: WebhookParams,
  body: fields({ after: about(PositionText, 'The position of the last event that is not sent again.') }),
  reply: WebhookReply,
  example: { body: { after: '1042' }, reply: exampleWebhook },
  run: ({ params: { accountId, webhookId }, body: { after }, caller }, work, ports) =>
    changeOf(
      webhooks,
      accountId,
      pipe(
        TE.fromEither(mayReadEvents(caller)),
        TE.flatMapTask(() => () => ports.log.head()),
        TE.flatMap(head => (BigInt(after) > head ? TE.left(beyond) : TE.right(undefined))),
        TE.flatMap(() => executed(work, webhooks, accountId, { kind: 'Replay', webhookId, after, at: timeOf(ports) })),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.flatMap(({ state }) => TE.fromNullable(gone)(state.webhooks.find(one => one.webhookId === webhookId))),
          TE.flatMapEither(webhook => reply(webhookReply(webhook))),
        ),
    ),
})
