import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { AccountId } from '../../src/codec/names.ts'
import { noVersion } from '../../src/domain/templates/conversation.ts'
import { ConversationId, Version } from '../../src/domain/templates/conversation-fields.ts'
import { madeVersion } from '../../src/domain/templates/conversation-state.ts'
import { query } from '../../src/engine/operation.ts'
import { rawReply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { readConversation } from '../../src/lookups/template-conversations.ts'
import { templateDocumentHeaders } from '../../src/pages/template-document.ts'

/** GET …/regenerate/conversation/{conversationId}/html/{version} (TEMPLATE-12, TEMPLATE-30). */
export const getVersionHtml = query({
  summary: 'Get the HTML of a version',
  noStore: true,
  params: t.type({ accountId: AccountId, conversationId: ConversationId, version: Version }),
  reply: { media: 'text/html' },
  run: ({ params: { version, ...asked } }, ports) =>
    pipe(
      readConversation(ports, asked),
      TE.flatMap(conversation => TE.fromNullable(noVersion)(madeVersion(conversation, version))),
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
