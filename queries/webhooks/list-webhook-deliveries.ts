import { pipe } from 'fp-ts/lib/function.js'
import { Attempt, deliveriesId, webhookDeliveries } from '../../projections/webhooks/webhook-deliveries.ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { query } from '../../src/engine/operation.ts'
import { requireDocument } from '../../src/engine/read/documents.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { mayReadEvents } from '../../src/webhooks/may-read-events.ts'
import { WebhookParams } from '../../src/webhooks/webhook-in.ts'

const missing = rejection('not-found', 'There is no such webhook on this account.')

/** GET /v2/accounts/{accountId}/webhooks/{webhookId}/deliveries (WEBHOOK-6): the newest hundred attempts, newest first. */
export const listWebhookDeliveries = query({
  summary: 'List the deliveries of a webhook',
  description: 'Deliveries name events and their types, so the key needs Audit_View, too.',
  extension: true,
  noStore: true,
  params: WebhookParams,
  reply: fields({ deliveries: listOf(Attempt) }),
  run: ({ params: { accountId, webhookId }, caller }, { readModels }) =>
    pipe(
      TE.fromEither(mayReadEvents(caller)),
      TE.flatMap(() => requireDocument(readModels, webhookDeliveries, deliveriesId(accountId, webhookId), missing)),
      TE.flatMapEither(({ attempts }) => reply({ deliveries: attempts.toReversed() })),
    )(),
})
