import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { Attempts, ended, notDone, renewed, untouched } from '../../src/domain/shared/claim.ts'
import { templateConversation } from '../../src/domain/templates/conversation.ts'
import type { ConversationEvent } from '../../src/domain/templates/conversation-events.ts'
import { conversationOfKey } from '../../src/domain/templates/conversation-id.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** Conversations with an edit that waits or is under way; `id` is the conversation's stream id. */
export const RegenerationToDo = fields(
  { ...todoFields.required, id: t.string, accountId: t.string, attempts: Attempts, hasFailed: t.boolean },
  todoFields.optional,
)
export type RegenerationToDo = t.TypeOf<typeof RegenerationToDo>

type Work = { readonly isOpen: boolean; readonly attempts: Attempts; readonly hasFailed: boolean }

const evolveWork = ({ isOpen, attempts, hasFailed }: Work, event: ConversationEvent): Work => {
  switch (event.type) {
    case 'RegenerationRequested':
    case 'RegenerationRetried':
      return { isOpen: true, attempts: renewed(attempts), hasFailed: false }
    case 'RegenerationAttemptFailed':
      return { isOpen, attempts: notDone(attempts, event.data), hasFailed }
    case 'TemplateVersionCreated': {
      const { jobId } = event.data
      return { isOpen: false, attempts: jobId === undefined ? renewed(attempts) : ended(attempts), hasFailed: false }
    }
    case 'RegenerationFailed':
      return { isOpen: false, attempts: ended(attempts), hasFailed: true }
    case 'ConversationOpened':
    case 'RegenerationStarted':
    case 'VersionReverted':
    case 'VersionLiked':
    case 'VersionDisliked':
      return { isOpen, attempts, hasFailed }
  }
}

export const templateRegenerationsToDo = todoList(
  projectionOf(templateConversation, {
    name: 'template-regenerations-to-do',
    version: 1,
    codec: RegenerationToDo,
    indexes: [['todo']],
    evolve(item, event, id) {
      const before: Work = {
        isOpen: item?.todo === 'open',
        attempts: item?.attempts ?? untouched,
        hasFailed: item?.hasFailed ?? false,
      }
      const { isOpen, attempts, hasFailed } = evolveWork(before, event)
      return { ...todoOf(isOpen, attempts), id, accountId: conversationOfKey(id).accountId, attempts, hasFailed }
    },
  }),
  item => item.hasFailed,
)
