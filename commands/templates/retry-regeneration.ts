import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { templateConversation } from '../../src/domain/templates/conversation.ts'
import { ConversationId } from '../../src/domain/templates/conversation-fields.ts'
import { conversationKey } from '../../src/domain/templates/conversation-id.ts'
import { RequestId } from '../../src/domain/templates/request-id.ts'
import { requestedJob } from '../../src/domain/templates/requested-job.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed, onlyOnce } from '../../src/engine/write/steps.ts'
import { timeOf } from '../../src/ports/clock.ts'
import { conversationFromLog } from '../../src/templates/template-conversations.ts'

/** POST …/regenerate/retry (TEMPLATE-9, TEMPLATE-10): the prompt of a major version again; the result is its next minor version. */
export const retryRegeneration = command({
  summary: 'Try the prompt of a major version again',
  start: true,
  problems: ['regeneration-running', 'no-prompt-to-retry', 'too-many-versions'],
  params: t.type({ accountId: AccountId }),
  body: fields({ requestId: RequestId, conversationId: ConversationId, majorVersion: integer(1) }),
  reply: fields({ status: t.literal('INITIATED'), regenerateJobId: t.string }),
  example: {
    body: { requestId: 'spring', conversationId: 'spring-300x250', majorVersion: 2 },
    reply: { status: 'INITIATED', regenerateJobId: 'spring-300x250.2.1' },
  },
  run({ params: { accountId }, body: { requestId, conversationId, majorVersion: major } }, work, ports) {
    const key = conversationKey(accountId, conversationId)
    return pipe(
      conversationFromLog(work, { accountId, conversationId, requestId }),
      TE.flatMap(() => executed(work, templateConversation, key, { kind: 'Retry', major, at: timeOf(ports) })),
      onlyOnce(work, templateConversation, key),
      TE.flatMapEither(requestedJob),
      TE.flatMapEither(job => reply(job)),
    )()
  },
})
