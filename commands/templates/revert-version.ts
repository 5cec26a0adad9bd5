import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { templateConversation } from '../../src/domain/templates/conversation.ts'
import { ConversationId, Version } from '../../src/domain/templates/conversation-fields.ts'
import { conversationKey } from '../../src/domain/templates/conversation-id.ts'
import { RequestId } from '../../src/domain/templates/request-id.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed, onlyOnce } from '../../src/engine/write/steps.ts'
import { timeOf } from '../../src/ports/clock.ts'
import { conversationFromLog } from '../../src/templates/template-conversations.ts'

/** POST …/regenerate/revert (TEMPLATE-9, TEMPLATE-10): the version is the head, from which the next prompt starts. */
export const revertVersion = command({
  summary: 'Make an earlier version of a template the head',
  params: t.type({ accountId: AccountId }),
  body: fields({ requestId: RequestId, conversationId: ConversationId, version: Version }),
  reply: fields({
    requestId: t.string,
    conversationId: t.string,
    version: t.string,
    status: t.literal('COMPLETED'),
  }),
  example: {
    body: { requestId: 'spring', conversationId: 'spring-300x250', version: '1.0' },
    reply: { requestId: 'spring', conversationId: 'spring-300x250', version: '1.0', status: 'COMPLETED' },
  },
  run({ params: { accountId }, body: { requestId, conversationId, version } }, work, ports) {
    const key = conversationKey(accountId, conversationId)
    return pipe(
      conversationFromLog(work, { accountId, conversationId, requestId }),
      TE.flatMap(() => executed(work, templateConversation, key, { kind: 'Revert', version, at: timeOf(ports) })),
      onlyOnce(work, templateConversation, key),
      TE.flatMapEither(() => reply({ requestId, conversationId, version, status: 'COMPLETED' as const })),
    )()
  },
})
