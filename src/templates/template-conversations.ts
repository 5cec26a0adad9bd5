import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { requestKey, templateConversations } from '../../projections/templates/template-conversations.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { noConversation, templateConversation } from '../domain/templates/conversation.ts'
import { conversationKey } from '../domain/templates/conversation-id.ts'
import type { Conversation } from '../domain/templates/conversation-state.ts'
import { findDocuments, requireDocument } from '../engine/read/documents.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { loaded } from '../engine/write/steps.ts'
import type { Ports } from '../ports/ports.ts'

/** Conversations of a request: one of each size, and those that callers start with HTML of their own. */
export const mostConversations = 100

/** Which conversation: its request must be this one, if it is given. */
type Asked = { readonly accountId: string; readonly conversationId: string; readonly requestId?: string }

const ofRequest =
  ({ requestId }: Asked) =>
  (conversation: Conversation): E.Either<Rejection, Conversation> =>
    requestId === undefined || conversation.requestId === requestId ? E.right(conversation) : E.left(noConversation)

/** A conversation from the log; refused if the account has none, or it belongs to another request. */
export const conversationFromLog = (work: Work, asked: Asked): TE.TaskEither<Rejection, Conversation> =>
  pipe(
    loaded(work, templateConversation, conversationKey(asked.accountId, asked.conversationId)),
    TE.flatMap(({ state }) => TE.fromNullable(noConversation)(state.conversation)),
    TE.flatMapEither(ofRequest(asked)),
  )

/** A conversation from the read models. */
export const readConversation = (
  { readModels }: Pick<Ports, 'readModels'>,
  { accountId, conversationId }: Asked,
): TE.TaskEither<Rejection, Conversation> =>
  pipe(
    requireDocument(readModels, templateConversations, conversationKey(accountId, conversationId), noConversation),
    TE.map(({ conversation }) => conversation),
  )

/** The conversations of a request from the read models, in the order in which they started. */
export const conversationsOf = async (
  { readModels }: Pick<Ports, 'readModels'>,
  accountId: string,
  requestId: string,
): Promise<readonly Conversation[]> => {
  const where = { field: ['requestKey'], is: '=', value: requestKey(accountId, requestId) } as const
  const found = await findDocuments(readModels, templateConversations, { where, limit: mostConversations * 2 })
  const conversations = found.map(({ conversation }) => conversation)
  // in the same instant as a workflow starts them: by the size
  return conversations.sort(
    (a, b) => compare(a.createdAt, b.createdAt) || b.width * b.height - a.width * a.height || a.width - b.width,
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
