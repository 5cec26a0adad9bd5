import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { templateConversation } from '../../src/domain/templates/conversation.ts'
import { ConversationId, Version } from '../../src/domain/templates/conversation-fields.ts'
import { conversationKey } from '../../src/domain/templates/conversation-id.ts'
import { Likes, likesOf } from '../../src/domain/templates/likes.ts'
import { RequestId } from '../../src/domain/templates/request-id.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed, onlyOnce } from '../../src/engine/write/steps.ts'
import { timeOf } from '../../src/ports/clock.ts'
import { conversationFromLog } from '../../src/templates/template-conversations.ts'

/** POST …/regenerate/dislike (TEMPLATE-10): the version is disliked, and no longer liked; `dislikeValue` false takes it back. */
export const dislikeVersion = command({
  summary: 'Dislike a version of a template, or take it back',
  params: t.type({ accountId: AccountId }),
  body: fields({ requestId: RequestId, conversationId: ConversationId, version: Version, dislikeValue: t.boolean }),
  reply: Likes,
  example: {
    body: { requestId: 'spring', conversationId: 'spring-300x250', version: '2.0', dislikeValue: true },
    reply: {
      ...{ requestId: 'spring', conversationId: 'spring-300x250', version: '2.0' },
      disliked: true,
      liked: false,
    },
  },
  run({ params: { accountId }, body: { requestId, conversationId, version, dislikeValue: value } }, work, ports) {
    const key = conversationKey(accountId, conversationId)
    return pipe(
      conversationFromLog(work, { accountId, conversationId, requestId }),
      TE.flatMap(() =>
        executed(work, templateConversation, key, { kind: 'Dislike', version, value, at: timeOf(ports) }),
      ),
      onlyOnce(work, templateConversation, key),
      TE.flatMapEither(({ state }) => likesOf(state, version)),
      TE.flatMapEither(likes => reply(likes)),
    )()
  },
})
