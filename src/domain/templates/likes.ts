import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import type { Rejection } from '../shared/decider.ts'
import { noVersion } from './conversation.ts'
import { type ConversationState, madeVersion } from './conversation-state.ts'

/** Whether a version is liked or disliked. */
export const Likes = fields({
  requestId: t.string,
  conversationId: t.string,
  version: t.string,
  liked: t.boolean,
  disliked: t.boolean,
})
export type Likes = t.TypeOf<typeof Likes>

/** Whether a version of a conversation is liked or disliked. */
export const likesOf = ({ conversation }: ConversationState, version: string): E.Either<Rejection, Likes> => {
  const made = conversation && madeVersion(conversation, version)
  if (conversation === undefined || made === undefined) return E.left(noVersion)
  const { requestId, conversationId } = conversation
  return E.right({ requestId, conversationId, version, liked: made.liked, disliked: made.disliked })
}
