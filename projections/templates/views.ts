import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { templateConversations } from './template-conversations.ts'
import { templateRegenerationsToDo } from './template-regenerations-to-do.ts'
import { templateWorkflows } from './template-workflows.ts'
import { templateWorkflowsToDo } from './template-workflows-to-do.ts'

export const templatesViews: readonly AnyProjection[] = [
  templateConversations,
  templateRegenerationsToDo,
  templateWorkflows,
  templateWorkflowsToDo,
]
