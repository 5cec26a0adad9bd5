import { pipe } from 'fp-ts/lib/function.js'
import { webhooks } from '../../src/domain/webhooks/webhooks.ts'
import { command } from '../../src/engine/operation.ts'
import { noContent } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed, loaded } from '../../src/engine/write/steps.ts'
import { timeOf } from '../../src/ports/clock.ts'
import { keepingUsedTargets } from '../../src/webhooks/target.ts'
import { WebhookParams } from '../../src/webhooks/webhook-in.ts'

/** DELETE /v2/accounts/{accountId}/webhooks/{webhookId} (WEBHOOK-1): nothing more is sent, and its key is destroyed. */
export const deleteWebhook = command({
  summary: 'Delete a webhook',
  extension: true,
  params: WebhookParams,
  reply: { media: '' },
  run: ({ params: { accountId, webhookId } }, work, ports) =>
    pipe(
      loaded(work, webhooks, accountId),
      TE.flatMap(before =>
        keepingUsedTargets(
          ports.secrets,
          { before },
          executed(work, webhooks, accountId, { kind: 'Delete', webhookId, at: timeOf(ports) }),
        ),
      ),
      TE.flatMapEither(() => noContent),
    )(),
})
