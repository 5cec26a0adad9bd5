import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { evolveWebhooks, noWebhooks, Webhook } from '../../src/domain/webhooks/state.ts'
import { webhooks } from '../../src/domain/webhooks/webhooks.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** The webhooks of an account, and whether there is one to send to. */
export const AccountWebhooks = fields({ accountId: t.string, isActive: t.boolean, webhooks: listOf(Webhook) })
export type AccountWebhooks = t.TypeOf<typeof AccountWebhooks>

export const accountWebhooks = projectionOf(webhooks, {
  name: 'webhooks',
  version: 1,
  codec: AccountWebhooks,
  indexes: [['isActive']],
  evolve(view, event, accountId) {
    const state = evolveWebhooks(view ?? noWebhooks, event)
    const isActive = state.webhooks.some(({ status }) => status === 'ACTIVE')
    return { accountId, isActive, webhooks: state.webhooks }
  },
})
