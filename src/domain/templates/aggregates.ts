import type { AnyAggregate } from '../shared/decider.ts'
import { templateConversation } from './conversation.ts'

export const templatesAggregates: readonly AnyAggregate[] = [templateConversation]
