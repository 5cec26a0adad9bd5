import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { AccountId } from '../../src/codec/names.ts'
import { noVersion } from '../../src/domain/templates/conversation.ts'
import { ConversationId } from '../../src/domain/templates/conversation-fields.ts'
import { headOf } from '../../src/domain/templates/conversation-state.ts'
import { query } from '../../src/engine/operation.ts'
import { rawReply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { readConversation } from '../../src/lookups/template-conversations.ts'
import { templateDocumentHeaders } from '../../src/pages/template-document.ts'

/** GET …/regenerate/conversation/{conversationId}/html-latest (TEMPLATE-9, TEMPLATE-12, TEMPLATE-30): that of the head. */
export const getLatestHtml = query({
  summary: 'Get the HTML of the head of a conversation',
  noStore: true,
  params: t.type({ accountId: AccountId, conversationId: ConversationId }),
  reply: { media: 'text/html' },
  run: ({ params }, ports) =>
    pipe(
      readConversation(ports, params),
      TE.flatMap(conversation => TE.fromNullable(noVersion)(headOf(conversation))),
      TE.flatMapTask(
        ({ htmlSha256 }) =>
          () =>
            ports.blobs.read(htmlSha256),
      ),
      TE.flatMapEither(raw =>
        rawReply({ raw, contentType: 'text/html; charset=utf-8', headers: templateDocumentHeaders }),
      ),
    )(),
})
