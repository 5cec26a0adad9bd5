import { createWebhook } from '../../commands/webhooks/create-webhook.ts'
import { deleteWebhook } from '../../commands/webhooks/delete-webhook.ts'
import { replayWebhook } from '../../commands/webhooks/replay-webhook.ts'
import { rotateWebhookKey } from '../../commands/webhooks/rotate-webhook-key.ts'
import { updateWebhook } from '../../commands/webhooks/update-webhook.ts'
import { listWebhookDeliveries } from '../../queries/webhooks/list-webhook-deliveries.ts'
import { listWebhooks } from '../../queries/webhooks/list-webhooks.ts'
import { area, del, get, post, put } from './row.ts'

const webhooks = '/v2/accounts/:accountId/webhooks'

/** Events that are sent to receivers of an account. */
export const webhooksOfAccount = area('Webhooks', [
  get(webhooks, 'Account_Admin', { listWebhooks }),
  post(webhooks, 'Account_Admin', { createWebhook }),
  put(`${webhooks}/:webhookId`, 'Account_Admin', { updateWebhook }),
  del(`${webhooks}/:webhookId`, 'Account_Admin', { deleteWebhook }),
  post(`${webhooks}/:webhookId/rotateKey`, 'Account_Admin', { rotateWebhookKey }),
  post(`${webhooks}/:webhookId/replay`, 'Account_Admin', { replayWebhook }),
  get(`${webhooks}/:webhookId/deliveries`, 'Account_Admin', { listWebhookDeliveries }),
])
