import * as t from 'io-ts'
import { AccountId } from '../../src/codec/names.ts'
import { ConversationId, Version } from '../../src/domain/templates/conversation-fields.ts'
import { madeVersion } from '../../src/domain/templates/conversation-state.ts'
import { query } from '../../src/engine/operation.ts'
import { versionHtml } from '../../src/templates/version-html.ts'

/** GET …/regenerate/conversation/{conversationId}/html/{version} (TEMPLATE-12, TEMPLATE-30). */
export const getVersionHtml = query({
  summary: 'Get the HTML of a version',
  noStore: true,
  params: t.type({ accountId: AccountId, conversationId: ConversationId, version: Version }),
  reply: { media: 'text/html' },
  run: ({ params: { version, ...place } }, ports) =>
    versionHtml(ports, place, conversation => madeVersion(conversation, version))(),
})
