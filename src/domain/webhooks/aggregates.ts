import type { AnyAggregate } from '../shared/decider.ts'
import { webhooks } from './webhooks.ts'

export const webhooksAggregates: readonly AnyAggregate[] = [webhooks]
