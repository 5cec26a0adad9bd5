import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { noVersion } from '../../src/domain/templates/conversation.ts'
import { ConversationId } from '../../src/domain/templates/conversation-fields.ts'
import { madeVersions } from '../../src/domain/templates/conversation-state.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { readConversation } from '../../src/templates/template-conversations.ts'

/** GET …/regenerate/conversation/{conversationId}/versions/{majorVersion} (TEMPLATE-11): those that were made. */
export const listMinorVersions = query({
  summary: 'List the versions of a major version',
  noStore: true,
  params: t.type({ accountId: AccountId, conversationId: ConversationId, majorVersion: IntegerText }),
  reply: t.array(fields({ version: t.string, createdAt: t.string })),
  example: { reply: [{ version: '2.0', createdAt: '2026-05-01T10:00:00.000Z' }] },
  run: ({ params: { majorVersion, ...asked } }, ports) =>
    pipe(
      readConversation(ports, asked),
      TE.filterOrElse(
        ({ entries }) => entries.some(({ major }) => major === majorVersion),
        () => noVersion,
      ),
      TE.flatMapEither(conversation =>
        reply(
          madeVersions(conversation)
            .filter(({ major }) => major === majorVersion)
            .map(({ version, createdAt }) => ({ version, createdAt })),
        ),
      ),
    )(),
})
