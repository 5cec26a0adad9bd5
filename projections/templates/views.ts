import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { templateConversations } from './template-conversations.ts'
import { templateRegenerationsToDo } from './template-regenerations-to-do.ts'

export const templatesViews: readonly AnyProjection[] = [templateConversations, templateRegenerationsToDo]
