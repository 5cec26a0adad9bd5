import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { latestVersionOf } from '../../src/domain/templates/conversation-state.ts'
import { RequestId } from '../../src/domain/templates/request-id.ts'
import { adUnitSizeOf } from '../../src/domain/templates/size.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { conversationsOf } from '../../src/templates/template-conversations.ts'

const Listed = fields({
  conversationId: t.string,
  createdAt: t.string,
  latestVersion: t.union([t.string, t.null]),
  adUnitSize: t.string,
})

/** GET …/regenerate/conversations/{requestId} (TEMPLATE-11): those of each size, oldest first. */
export const listConversations = query({
  summary: 'List the conversations of a request',
  noStore: true,
  params: t.type({ accountId: AccountId, requestId: RequestId }),
  reply: t.array(Listed),
  run: ({ params: { accountId, requestId } }, ports) =>
    pipe(
      TE.fromTask(() => conversationsOf(ports, accountId, requestId)),
      TE.filterOrElse(
        found => found.length > 0,
        () => noRequest,
      ),
      TE.flatMapEither(found =>
        reply(
          found.map(conversation => ({
            conversationId: conversation.conversationId,
            createdAt: conversation.createdAt,
            latestVersion: latestVersionOf(conversation) ?? null,
            adUnitSize: adUnitSizeOf(conversation),
          })),
        ),
      ),
    )(),
})

const noRequest = rejection('not-found', 'The account has no templates of this request.')
