import type { AnyAggregate } from '../shared/decider.ts'
import { idempotency } from './idempotency.ts'

export const idempotencyAggregates: readonly AnyAggregate[] = [idempotency]
