import * as E from 'fp-ts/lib/Either.js'
import { type Rejection, rejection } from '../shared/decider.ts'
import type { ConversationEvent } from './conversation-events.ts'
import { regenerateJobIdOf } from './conversation-id.ts'
import { type Conversation, headOf, mostVersions, type RunningEdit, runningEdit } from './conversation-state.ts'

/** What is asked for: a prompt for the head, or for HTML that the caller sent (`base`, its SHA-256). */
export type Edit = { readonly prompt: string; readonly base?: string; readonly at: string }
/** Another try of the prompt of this major version. */
export type Retry = { readonly major: number; readonly at: string }

type Requested = Extract<ConversationEvent, { type: 'RegenerationRequested' }>
type What = Pick<Requested['data'], 'kind' | 'prompt' | 'base' | 'from' | 'major' | 'minor'>

const ofPrompt = (conversation: Conversation, { prompt, base }: Edit): E.Either<Rejection, What> => {
  const head = headOf(conversation)
  const major = Math.max(0, ...conversation.entries.map(entry => entry.major)) + 1
  const own = { kind: 'prompt', prompt, major, minor: 0 } as const
  if (base !== undefined) return E.right({ ...own, base })
  if (head === undefined) return E.left(nothingToEdit)
  return E.right({ ...own, base: head.html, from: head.version })
}

const nothingToEdit = rejection('no-version-yet', 'The conversation has no version to edit: send templateHtml.')

const ofRetry = ({ entries }: Conversation, { major }: Retry): E.Either<Rejection, What> => {
  const tries = entries.filter(entry => entry.major === major)
  const [first] = tries
  if (first === undefined) return E.left(rejection('not-found', 'The conversation has no such major version.'))
  const { prompt, base, from } = first
  if (prompt === undefined || base === undefined) return E.left(notPrompted)
  const minor = Math.max(...tries.map(entry => entry.minor)) + 1
  return E.right({ kind: 'retry', prompt, base, major, minor, ...(from === undefined ? {} : { from }) })
}

const notPrompted = rejection('no-prompt-to-retry', 'No prompt made this version, so there is none to retry.')

/** Whether the edit under way is the one that is asked for. */
const isSame = (running: RunningEdit, asked: Edit | Retry, conversation: Conversation): boolean => {
  if ('major' in asked) return running.minor > 0 && running.major === asked.major
  const base = asked.base ?? headOf(conversation)?.html
  return running.minor === 0 && running.prompt === asked.prompt && running.base === base
}

/**
 * The event of a prompt or a retry; none if just that is under way. One edit of a conversation runs at a time (TEMPLATE-27): another one
 * is refused, because nobody could know yet what it would change.
 */
export const requestedEdit = (
  conversation: Conversation,
  asked: Edit | Retry,
): E.Either<Rejection, readonly Requested[]> => {
  const running = runningEdit(conversation)
  if (running !== undefined) return isSame(running, asked, conversation) ? E.right([]) : E.left(otherRuns(running))
  if (conversation.entries.length >= mostVersions) return E.left(tooMany)
  return E.map(({ major, minor, ...what }: What): readonly Requested[] => {
    const version = `${major}.${minor}`
    const jobId = regenerateJobIdOf(conversation.conversationId, version)
    return [{ type: 'RegenerationRequested', data: { jobId, ...what, version, major, minor, at: asked.at } }]
  })('major' in asked ? ofRetry(conversation, asked) : ofPrompt(conversation, asked))
}

const otherRuns = ({ jobId }: RunningEdit): Rejection =>
  rejection('regeneration-running', 'Another edit of the conversation runs: wait for its result.', {
    extra: { regenerateJobId: jobId },
  })
const tooMany = rejection(
  'too-many-versions',
  `A conversation has at most ${mostVersions} versions: start another one with templateHtml.`,
)
