import { ended, notDone, renewed, untouched } from '../shared/claim.ts'
import type { ConversationEvent } from './conversation-events.ts'
import type { Conversation, ConversationEntry } from './conversation-state.ts'

const changed = (
  conversation: Conversation,
  isMeant: (entry: ConversationEntry) => boolean,
  change: Partial<ConversationEntry>,
): Conversation => ({
  ...conversation,
  entries: conversation.entries.map(entry => (isMeant(entry) ? { ...entry, ...change } : entry)),
})

type Data<N extends ConversationEvent['type']> = Extract<ConversationEvent, { type: N }>['data']
const untried = { liked: false, disliked: false, warnings: [] }

const withVersion = (conversation: Conversation, data: Data<'TemplateVersionCreated'>): Conversation => {
  const { at, generator: _, ...own } = data
  const { attempts } = conversation
  // the first version of a workflow is none of an edit
  const head = { head: own.version, attempts: own.jobId === undefined ? renewed(attempts) : ended(attempts) }
  if (own.jobId !== undefined)
    return {
      ...changed(conversation, e => e.jobId === own.jobId, { ...own, status: 'COMPLETED', createdAt: at }),
      ...head,
    }
  const first: ConversationEntry = { ...untried, ...own, status: 'COMPLETED', createdAt: at }
  return { ...conversation, entries: [...conversation.entries, first], ...head }
}

const withRequest = (conversation: Conversation, data: Data<'RegenerationRequested'>): Conversation => {
  const { at, kind: _, ...own } = data
  const entry: ConversationEntry = { ...untried, ...own, status: 'INITIATED', createdAt: at }
  return { ...conversation, entries: [...conversation.entries, entry], attempts: renewed(conversation.attempts) }
}

type OfStarted = Exclude<ConversationEvent, { type: 'ConversationOpened' }>

const evolveStarted = (conversation: Conversation, event: OfStarted): Conversation => {
  switch (event.type) {
    case 'TemplateVersionCreated':
      return withVersion(conversation, event.data)
    case 'RegenerationRequested':
      return withRequest(conversation, event.data)
    case 'RegenerationStarted':
      return changed(conversation, e => e.jobId === event.data.jobId, { status: 'IN_PROGRESS' })
    case 'RegenerationAttemptFailed':
      return { ...conversation, attempts: notDone(conversation.attempts, event.data) }
    case 'RegenerationFailed': {
      const { jobId, reason } = event.data
      const attempts = ended(conversation.attempts)
      return { ...changed(conversation, e => e.jobId === jobId, { status: 'FAILED', reason }), attempts }
    }
    case 'RegenerationRetried': {
      const { jobId } = event.data
      const attempts = renewed(conversation.attempts)
      const reopened = ({ reason: _, ...entry }: ConversationEntry): ConversationEntry => ({
        ...entry,
        status: 'INITIATED',
      })
      return {
        ...conversation,
        attempts,
        entries: conversation.entries.map(e => (e.jobId === jobId ? reopened(e) : e)),
      }
    }
    case 'VersionReverted':
      return { ...conversation, head: event.data.version }
    case 'VersionLiked': {
      const { version, value } = event.data
      const change = value ? { liked: true, disliked: false } : { liked: false }
      return changed(conversation, e => e.version === version, change)
    }
    case 'VersionDisliked': {
      const { version, value } = event.data
      const change = value ? { disliked: true, liked: false } : { disliked: false }
      return changed(conversation, e => e.version === version, change)
    }
  }
}

/** A conversation after an event; shared by the aggregate and the read models. */
export const evolveConversation = (
  conversation: Conversation | undefined,
  event: ConversationEvent,
): Conversation | undefined => {
  if (event.type !== 'ConversationOpened') return conversation && evolveStarted(conversation, event)
  const { at: createdAt, ...own } = event.data
  return { ...own, createdAt, entries: [], attempts: untouched }
}
