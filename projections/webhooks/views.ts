import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { webhookDeliveries } from './webhook-deliveries.ts'
import { accountWebhooks } from './webhooks.ts'

export const webhooksViews: readonly AnyProjection[] = [webhookDeliveries, accountWebhooks]
