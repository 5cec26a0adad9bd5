import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../shared/decider.ts'
import { noConversation } from './conversation.ts'
import type { ConversationEvent } from './conversation-events.ts'
import { type ConversationState, runningEdit } from './conversation-state.ts'

export type RequestedJob = { readonly status: 'INITIATED'; readonly regenerateJobId: string }

/** The answer to a prompt or a retry: the job that it started, or the same one that ran already. */
export const requestedJob = (done: {
  readonly state: ConversationState
  readonly events: readonly ConversationEvent[]
}): E.Either<Rejection, RequestedJob> => {
  const [started] = done.events.flatMap(event => (event.type === 'RegenerationRequested' ? [event.data.jobId] : []))
  const { conversation } = done.state
  const regenerateJobId = started ?? (conversation && runningEdit(conversation)?.jobId)
  return regenerateJobId === undefined ? E.left(noConversation) : E.right({ status: 'INITIATED', regenerateJobId })
}
