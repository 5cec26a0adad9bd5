import type { AnyAggregate } from '../shared/decider.ts'
import { templateConversation } from './conversation.ts'
import { templateWorkflow } from './workflow/workflow.ts'

export const templatesAggregates: readonly AnyAggregate[] = [templateConversation, templateWorkflow]
