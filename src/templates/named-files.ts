import { templateConversations } from '../../projections/templates/template-conversations.ts'
import { templateWorkflows } from '../../projections/templates/template-workflows.ts'
import { filesOfConversation } from '../domain/templates/conversation-state.ts'
import { filesOf } from '../domain/templates/workflow/state.ts'
import { parsed } from '../engine/read/documents.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** The files that workflows and versions of templates name: they are kept for ever, so no sweep may delete the same bytes. */
export async function* templateFiles(readModels: Pick<ReadModels, 'all'>): AsyncGenerator<string> {
  for await (const stored of readModels.all(templateWorkflows)) yield* filesOf(parsed(templateWorkflows, stored))
  for await (const stored of readModels.all(templateConversations))
    yield* filesOfConversation(parsed(templateConversations, stored).conversation)
}
