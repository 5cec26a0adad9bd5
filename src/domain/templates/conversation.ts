import * as E from 'fp-ts/lib/Either.js'
import { type AttemptEvents, claimLost, decideAttempt, ifHeld } from '../shared/claim.ts'
import { type Aggregate, type Rejection, rejection } from '../shared/decider.ts'
import { decideJob, type JobCommand, jobOver, type Retried } from '../shared/job.ts'
import type { ConversationCommand } from './conversation-commands.ts'
import { ConversationEvent } from './conversation-events.ts'
import { evolveConversation } from './conversation-evolve.ts'
import {
  type Conversation,
  type ConversationState,
  failedEdit,
  madeVersion,
  type RunningEdit,
  runningEdit,
} from './conversation-state.ts'
import { requestedEdit } from './requested-edit.ts'

type Decided = E.Either<Rejection, readonly ConversationEvent[]>

type Start = Extract<ConversationCommand, { kind: 'StartConversation' | 'StartByPrompt' }>
type Change = Exclude<ConversationCommand, Start>

/** The refusal of a conversation that does not exist, or belongs to another account. */
export const noConversation = rejection('not-found', 'The account has no such conversation.')
/** The refusal of a version that does not exist or was not made. */
export const noVersion = rejection('not-found', 'The conversation has no such version.')

const started = (command: Start): ConversationEvent => {
  const { accountId, requestId, conversationId, width, height, retailerName, inventoryType, briefSha256, at } = command
  const own = { accountId, requestId, conversationId, width, height, retailerName, inventoryType, briefSha256, at }
  return { type: 'ConversationOpened', data: own }
}

const start = (command: Start): Decided => {
  const first = started(command)
  switch (command.kind) {
    case 'StartConversation': {
      const { htmlSha256, warnings, generator, provenance, at } = command
      const made = { htmlSha256, warnings, generator, provenance, at }
      const data = { version: '1.0', major: 1, minor: 0, ...made }
      return E.right([first, { type: 'TemplateVersionCreated', data }])
    }
    case 'StartByPrompt': {
      const { prompt, baseSha256, bytes, at } = command
      const conversation = evolveConversation(undefined, first)
      if (conversation === undefined) return E.left(noConversation)
      return E.map((events: readonly ConversationEvent[]) => [first, ...events])(
        requestedEdit(conversation, { prompt, baseSha256, bytes, at }),
      )
    }
  }
}

const attemptsOf = ({ jobId }: RunningEdit): AttemptEvents<ConversationEvent> => ({
  repeated: data => ({ type: 'RegenerationAttemptFailed', data: { jobId, ...data } }),
  failed: ({ reason, at }) => ({ type: 'RegenerationFailed', data: { jobId, code: 'unavailable', reason, at } }),
})

const held = (
  conversation: Conversation,
  decide: (edit: RunningEdit) => E.Either<Rejection, readonly ConversationEvent[]>,
): Decided => {
  const edit = runningEdit(conversation)
  return edit === undefined ? claimLost('the regeneration is over') : decide(edit)
}

const ofOperator = (conversation: Conversation, command: JobCommand): Decided => {
  const running = runningEdit(conversation)
  const edit = running ?? failedEdit(conversation)
  if (edit === undefined) return E.left(jobOver)
  const { jobId } = edit
  const job = { goesOn: running !== undefined, failed: running === undefined, attempts: conversation.attempts }
  const retried = (data: Retried): ConversationEvent => ({ type: 'RegenerationRetried', data: { ...data, jobId } })
  return decideJob(command, job, { ...attemptsOf(edit), retried })
}

const ofVersion = (conversation: Conversation, version: string, events: readonly ConversationEvent[]): Decided =>
  madeVersion(conversation, version) === undefined ? E.left(noVersion) : E.right(events)

const change = (conversation: Conversation, command: Change): Decided => {
  switch (command.kind) {
    case 'StartEdit':
      return held(conversation, ({ jobId, status }) => {
        const { attempt, at } = command
        const started = { type: 'RegenerationStarted', data: { jobId, attempt, at } } as const
        return ifHeld<ConversationEvent>(conversation.attempts, attempt, ...(status === 'INITIATED' ? [started] : []))
      })
    case 'FailAttempt':
      return held(conversation, edit => decideAttempt(command, conversation.attempts, attemptsOf(edit)))
    case 'RetryJob':
    case 'SkipJob':
    case 'CancelJob':
      return ofOperator(conversation, command)
    case 'Prompt':
    case 'Retry':
      return requestedEdit(conversation, command)
    case 'CreateVersion': {
      const { kind: _, attempt, ...made } = command
      return held(conversation, ({ version, major, minor, prompt, jobId }) => {
        const data = { version, major, minor, prompt, jobId, ...made }
        return ifHeld<ConversationEvent>(conversation.attempts, attempt, { type: 'TemplateVersionCreated', data })
      })
    }
    case 'GiveUp': {
      const { kind: _, attempt, ...data } = command
      return held(conversation, ({ jobId }) =>
        ifHeld<ConversationEvent>(conversation.attempts, attempt, {
          type: 'RegenerationFailed',
          data: { jobId, ...data },
        }),
      )
    }
    case 'Revert': {
      const { kind: _, ...data } = command
      const isHead = conversation.head === data.version
      return ofVersion(conversation, data.version, isHead ? [] : [{ type: 'VersionReverted', data }])
    }
    case 'Like': {
      const { kind: _, ...data } = command
      const isSame = madeVersion(conversation, data.version)?.liked === data.value
      return ofVersion(conversation, data.version, isSame ? [] : [{ type: 'VersionLiked', data }])
    }
    case 'Dislike': {
      const { kind: _, ...data } = command
      const isSame = madeVersion(conversation, data.version)?.disliked === data.value
      return ofVersion(conversation, data.version, isSame ? [] : [{ type: 'VersionDisliked', data }])
    }
  }
}

/**
 * The versions of a template in one size, and the prompts that made them (TEMPLATE-9, TEMPLATE-27); its stream is
 * `template-conversation-<account>:<conversationId>`.
 */
export const templateConversation: Aggregate<ConversationCommand, ConversationState, ConversationEvent> = {
  category: 'template-conversation',
  subject: 'account',
  events: ConversationEvent,
  initialState: {},
  decide(command, { conversation }) {
    if (command.kind === 'StartConversation' || command.kind === 'StartByPrompt')
      return conversation === undefined ? start(command) : E.right([])
    return conversation === undefined ? E.left(noConversation) : change(conversation, command)
  },
  evolve(state, event) {
    const conversation = evolveConversation(state.conversation, event)
    return conversation === undefined ? state : { conversation }
  },
}
