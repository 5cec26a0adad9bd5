import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { templateConversation } from '../../src/domain/templates/conversation.ts'
import { evolveConversation } from '../../src/domain/templates/conversation-evolve.ts'
import { Conversation } from '../../src/domain/templates/conversation-state.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** The conversations of an account by their request (TEMPLATE-11). */
export const requestKey = (accountId: string, requestId: string): string => `${accountId}:${requestId}`

/** A conversation with its versions. */
export const ConversationView = fields({ requestKey: t.string, conversation: Conversation })
export type ConversationView = t.TypeOf<typeof ConversationView>

export const templateConversations = projectionOf(templateConversation, {
  name: 'template-conversations',
  version: 1,
  codec: ConversationView,
  indexes: [['requestKey']],
  evolve(view, event) {
    const conversation = evolveConversation(view?.conversation, event)
    if (conversation === undefined) return undefined
    if (conversation === view?.conversation) return view
    return { requestKey: requestKey(conversation.accountId, conversation.requestId), conversation }
  },
})
