import * as E from 'fp-ts/lib/Either.js'
import { type Rejection, rejection } from '../shared/decider.ts'
import type { ConversationEvent } from './conversation-events.ts'
import { regenerateJobIdOf } from './conversation-id.ts'
import { type Conversation, headOf, mostVersions, type RunningEdit, runningEdit } from './conversation-state.ts'

/** What is asked for: a prompt for the head, or for HTML that the caller sent (`baseSha256`, its SHA-256, and its `bytes`). */
export type Edit = {
  readonly prompt: string
  readonly baseSha256?: string
  readonly bytes?: number | undefined
  readonly at: string
}
/** Another try of the prompt of this major version. */
export type Retry = { readonly major: number; readonly at: string }

type Requested = Extract<ConversationEvent, { type: 'RegenerationRequested' }>
type What = Pick<Requested['data'], 'kind' | 'prompt' | 'baseSha256' | 'bytes' | 'from' | 'major' | 'minor'>

const ofPrompt = (conversation: Conversation, { prompt, baseSha256, bytes }: Edit): E.Either<Rejection, What> => {
  const head = headOf(conversation)
  const major = Math.max(0, ...conversation.entries.map(entry => entry.major)) + 1
  const own = { kind: 'prompt', prompt, major, minor: 0 } as const
  if (baseSha256 !== undefined) return E.right({ ...own, baseSha256, ...(bytes === undefined ? {} : { bytes }) })
  if (head === undefined) return E.left(nothingToEdit)
  return E.right({ ...own, baseSha256: head.htmlSha256, from: head.version })
}

const nothingToEdit = rejection('no-version-yet', 'The conversation has no version to edit: send templateHtml.')

const ofRetry = ({ entries }: Conversation, { major }: Retry): E.Either<Rejection, What> => {
  const tries = entries.filter(entry => entry.major === major)
  const [first] = tries
  if (first === undefined) return E.left(rejection('not-found', 'The conversation has no such major version.'))
  const { prompt, baseSha256, from } = first
  if (prompt === undefined || baseSha256 === undefined) return E.left(notPrompted)
  const minor = Math.max(...tries.map(entry => entry.minor)) + 1
  return E.right({ kind: 'retry', prompt, baseSha256, major, minor, ...(from === undefined ? {} : { from }) })
}

const notPrompted = rejection('no-prompt-to-retry', 'No prompt made this version, so there is none to retry.')

/** Whether the edit under way is the one that is asked for. */
const isSame = (running: RunningEdit, asked: Edit | Retry, conversation: Conversation): boolean => {
  if ('major' in asked) return running.minor > 0 && running.major === asked.major
  const baseSha256 = asked.baseSha256 ?? headOf(conversation)?.htmlSha256
  return running.minor === 0 && running.prompt === asked.prompt && running.baseSha256 === baseSha256
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
