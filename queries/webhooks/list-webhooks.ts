import * as t from 'io-ts'
import { accountWebhooks } from '../../projections/webhooks/webhooks.ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { readDocument } from '../../src/engine/read/documents.ts'
import { reply } from '../../src/engine/reply.ts'
import { exampleWebhook, WebhookReply, webhookReply } from '../../src/webhooks/webhook-reply.ts'

/** GET /v2/accounts/{accountId}/webhooks (WEBHOOK-1): at most ten, so they are one page. */
export const listWebhooks = query({
  summary: 'List the webhooks of an account',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId }),
  reply: fields({ webhooks: listOf(WebhookReply) }),
  example: { reply: { webhooks: [exampleWebhook] } },
  async run({ params: { accountId } }, { readModels }) {
    const found = await readDocument(readModels, accountWebhooks, accountId)
    return reply({ webhooks: (found?.webhooks ?? []).map(webhookReply) })
  },
})
