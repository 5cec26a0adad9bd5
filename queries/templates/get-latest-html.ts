import * as t from 'io-ts'
import { AccountId } from '../../src/codec/names.ts'
import { ConversationId } from '../../src/domain/templates/conversation-fields.ts'
import { headOf } from '../../src/domain/templates/conversation-state.ts'
import { query } from '../../src/engine/operation.ts'
import { versionHtml } from '../../src/templates/version-html.ts'

/** GET …/regenerate/conversation/{conversationId}/html-latest (TEMPLATE-9, TEMPLATE-12, TEMPLATE-30): that of the head. */
export const getLatestHtml = query({
  summary: 'Get the HTML of the head of a conversation',
  noStore: true,
  params: t.type({ accountId: AccountId, conversationId: ConversationId }),
  reply: { media: 'text/html' },
  run: ({ params }, ports) => versionHtml(ports, params, headOf)(),
})
